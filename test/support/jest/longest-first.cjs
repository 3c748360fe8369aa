const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Duration of the longest suites in seconds, on two cores. The values need not be exact: they only determine
 * which suites start first.
 */
const SECONDS = {
  'test/jar/redis-ports.test.ts': 75,
  'test/faults/matrix/redis.test.ts': 65,
  'test/jar/life-cycle.test.ts': 54,
  'test/jar/simulated-mods.test.ts': 44,
  'test/velocity-stand-in/development-proxy.test.ts': 41,
  'test/admin/console/console-connections.test.ts': 38,
  'test/e2e/start.test.ts': 33,
  'test/jar/libraries-on-disk.test.ts': 29,
  'test/rest-sidecar/processes.test.ts': 26,
  'test/admin/console/console-edits.test.ts': 25,
  'test/node/redis/ioredis-mirror.test.ts': 25,
  'test/faults/matrix/cluster.test.ts': 23,
  'test/faults/matrix/sentinels.test.ts': 23,
  'test/admin/console/console.test.ts': 23,
  'test/attack/sidecar.test.ts': 22,
  'test/faults/matrix/processes.test.ts': 20,
  'test/admin/console/console-failures.test.ts': 20,
  'test/admin/server/direct/direct-writes.test.ts': 20,
  'test/jar/slim-jar.test.ts': 19,
  'test/jar/wrong-config.test.ts': 19,
  'test/mod-sdk/loaders.test.ts': 19,
  'test/rest-sidecar/redis-outage.test.ts': 19,
  'test/rest-sidecar/schemathesis.test.ts': 19,
  'test/jar/hostile-players.test.ts': 18,
  'test/jar/wire-fixtures.test.ts': 17,
  'test/admin/server/operator-listener.test.ts': 17,
  'test/attack/proxy.test.ts': 16,
  'test/docs-web-examples.test.ts': 16,
  'test/faults/snapshots-after-loss.test.ts': 16,
  'test/jar/bridges.test.ts': 16,
  'test/jar/redis-tls.test.ts': 16,
  'test/jar/timed-blocks.test.ts': 16,
  'test/node/redis/ioredis-change-feed.test.ts': 16,
  'test/jar/refused-tracking.test.ts': 15,
  'test/mod-sdk/live.test.ts': 15,
  'test/admin/console/console-recovery.test.ts': 15,
  'test/faults/redis-acl.test.ts': 14,
  'test/jar/idle.test.ts': 14,
  'test/jar/plugin-api.test.ts': 14,
  'test/jar/script-failures.test.ts': 14,
  'test/attack/slim-proxy.test.ts': 13,
  'test/faults/circuit-breaker.test.ts': 13,
  'test/jar/subscribe.test.ts': 13,
  'test/admin/console/console-changes.test.ts': 13,
  'test/rest-sidecar/routes/api-page.test.ts': 13,
  'test/jar/commands.test.ts': 12,
  'test/jar/newest-jdk/warnings.test.ts': 12,
  'test/jar/redis-topologies.test.ts': 12,
  'test/jar/reload.test.ts': 12,
  'test/network/several-machines.test.ts': 12,
  'test/faults/snapshots-after-outage.test.ts': 11,
  'test/jar/reload-to-other-data.test.ts': 11,
  'test/admin/cli/killed-import.test.ts': 11,
  'test/admin/cli/lost-redis.test.ts': 11,
  'test/admin/console/console-lists.test.ts': 11,
  'test/node/redis/ioredis-commands.test.ts': 11,
  'test/jar/cut-off-sentinel.test.ts': 10,
  'test/jar/velocity-behaviours.test.ts': 10,
  'test/jar/without-redis.test.ts': 10,
  'test/mod-sdk/artifacts.test.ts': 10,
  'test/rest-sidecar/freshness.test.ts': 10,
  'test/rest-sidecar/http/stalled-clients.test.ts': 10,
  'test/rest-sidecar/main.test.ts': 10,
  'test/rest-sidecar/nginx.test.ts': 10,
  'test/tools/packed-command-line.test.ts': 10,
};

/**
 * Starts the longest suites first, so that no core is left with a long one at the end. On a new clone Jest
 * itself only knows the file sizes.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const secondsOf = ({ path, context }) => SECONDS[relative(context.config.rootDir, path)] ?? 0;
    return super.sort(tests).sort((one, other) => secondsOf(other) - secondsOf(one));
  }
};
