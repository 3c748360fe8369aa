const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Duration of the longest suites in seconds, on two cores. The values need not be exact: they only determine
 * which suites start first.
 */
const SECONDS = {
  'test/jar/redis-ports.test.ts': 99,
  'test/faults/matrix/redis.test.ts': 65,
  'test/rest-sidecar/console/console-connections.test.ts': 50,
  'test/jar/life-cycle.test.ts': 47,
  'test/rest-sidecar/console/console.test.ts': 36,
  'test/jar/simulated-mods.test.ts': 33,
  'test/velocity-stand-in/development-proxy.test.ts': 32,
  'test/rest-sidecar/console/console-edits.test.ts': 26,
  'test/jar/libraries-on-disk.test.ts': 24,
  'test/e2e/start.test.ts': 24,
  'test/faults/matrix/cluster.test.ts': 24,
  'test/faults/matrix/sentinels.test.ts': 23,
  'test/rest-sidecar/redis/ioredis-mirror.test.ts': 23,
  'test/rest-sidecar/console/console-failures.test.ts': 22,
  'test/rest-sidecar/schemathesis.test.ts': 21,
  'test/mod-sdk/loaders.test.ts': 20,
  'test/attack/sidecar.test.ts': 20,
  'test/rest-sidecar/processes.test.ts': 20,
  'test/faults/redis-acl.test.ts': 18,
  'test/scale/blocklists.test.ts': 18,
  'test/attack/proxy.test.ts': 18,
  'test/docs-web-examples.test.ts': 18,
  'test/jar/idle.test.ts': 18,
  'test/jar/plugin-api.test.ts': 18,
  'test/jar/hostile-players.test.ts': 17,
  'test/faults/matrix/processes.test.ts': 17,
  'test/jar/refused-tracking.test.ts': 17,
  'test/mod-sdk/live.test.ts': 17,
  'test/rest-sidecar/nginx.test.ts': 16,
  'test/jar/script-failures.test.ts': 15,
  'test/jar/slim-jar.test.ts': 15,
  'test/attack/slim-proxy.test.ts': 15,
  'test/jar/timed-blocks.test.ts': 15,
  'test/rest-sidecar/redis-outage.test.ts': 15,
  'test/tools/verify-velocity.test.ts': 15,
  'test/jar/bridges.test.ts': 14,
  'test/jar/redis-topologies.test.ts': 14,
  'test/rest-sidecar/operators/operator-listener.test.ts': 14,
  'test/jar/reload-while-connecting.test.ts': 13,
  'test/jar/redis-tls.test.ts': 13,
  'test/jar/reload.test.ts': 13,
  'test/rest-sidecar/operators/direct/direct-writes.test.ts': 13,
  'test/rest-sidecar/routes/api-page.test.ts': 12,
  'test/faults/snapshots-after-loss.test.ts': 12,
  'test/rest-sidecar/console/console-recovery.test.ts': 12,
  'test/jar/wrong-config.test.ts': 11,
  'test/jar/reload-to-other-data.test.ts': 11,
  'test/network/several-machines.test.ts': 11,
  'test/faults/snapshots-after-outage.test.ts': 11,
  'test/jar/cut-off-sentinel.test.ts': 11,
  'test/jar/subscribe.test.ts': 11,
  'test/rest-sidecar/redis/ioredis-commands.test.ts': 11,
  'test/faults/circuit-breaker.test.ts': 10,
  'test/fuzz/built-jar.test.ts': 10,
  'test/jar/commands.test.ts': 10,
  'test/jar/velocity-behaviours.test.ts': 10,
  'test/rest-sidecar/redis/ioredis-change-feed.test.ts': 10,
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
