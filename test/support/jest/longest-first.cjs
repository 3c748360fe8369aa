const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Duration of the longest suites in seconds, on two cores. The values need not be exact: they only determine
 * which suites start first.
 */
const SECONDS = {
  'test/scale/blocklists.test.ts': 53,
  'test/jar/redis-ports.test.ts': 48,
  'test/jar/life-cycle.test.ts': 48,
  'test/soak/soak.test.ts': 44,
  'test/jar/hostile-players.test.ts': 31,
  'test/faults/matrix/redis.test.ts': 30,
  'test/jar/simulated-mods.test.ts': 29,
  'test/rest-sidecar/console/console.test.ts': 28,
  'test/jar/libraries-on-disk.test.ts': 26,
  'test/rest-sidecar/redis/ioredis-mirror.test.ts': 26,
  'test/faults/matrix/cluster.test.ts': 25,
  'test/faults/matrix/sentinels.test.ts': 25,
  'test/jar/slim-jar.test.ts': 23,
  'test/velocity-stand-in/development-proxy.test.ts': 22,
  'test/fuzz/built-jar.test.ts': 22,
  'test/rest-sidecar/schemathesis.test.ts': 21,
  'test/e2e/start.test.ts': 20,
  'test/rest-sidecar/routes/api-page.test.ts': 19,
  'test/faults/redis-acl.test.ts': 18,
  'test/jar/script-failures.test.ts': 18,
  'test/attack/proxies.test.ts': 18,
  'test/docs-web-examples.test.ts': 18,
  'test/jar/bridges.test.ts': 18,
  'test/rest-sidecar/processes.test.ts': 17,
  'test/attack/sidecar.test.ts': 17,
  'test/jar/redis-topologies.test.ts': 17,
  'test/faults/matrix/processes.test.ts': 17,
  'test/network/several-machines.test.ts': 17,
  'test/mod-sdk/loaders.test.ts': 16,
  'test/rest-sidecar/operators/operator-listener.test.ts': 15,
  'test/rest-sidecar/nginx.test.ts': 15,
  'test/mod-sdk/live.test.ts': 15,
  'test/tools/verify-velocity.test.ts': 14,
  'test/jar/idle.test.ts': 14,
  'test/rest-sidecar/version-2.test.ts': 13,
  'test/faults/snapshots-after-loss.test.ts': 13,
  'test/jar/commands.test.ts': 13,
  'test/rest-sidecar/operators/direct/direct-writes.test.ts': 12,
  'test/rest-sidecar/redis-outage.test.ts': 12,
  'test/jar/wrong-config.test.ts': 12,
  'test/mod-sdk/artifacts.test.ts': 12,
  'test/rest-sidecar/console/console-edits.test.ts': 20,
  'test/rest-sidecar/console/console-connections.test.ts': 30,
  'test/jar/subscribe.test.ts': 11,
  'test/jar/reload.test.ts': 11,
  'test/rest-sidecar/http/server-limits.test.ts': 11,
  'test/rest-sidecar/freshness.test.ts': 10,
  'test/rest-sidecar/operators/attacked-listener.test.ts': 10,
  'test/faults/circuit-breaker.test.ts': 10,
  'test/mod-sdk/core.test.ts': 10,
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
