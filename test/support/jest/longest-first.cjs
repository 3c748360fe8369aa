const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Seconds that suites take on two cores, of those that take longest. That they are exact does not matter: they only say what is begun first. */
const SECONDS = {
  'test/soak/soak.test.ts': 73,
  'test/jar/life-cycle.test.ts': 65,
  'test/jar/hostile-players.test.ts': 65,
  'test/faults/matrix/sentinels.test.ts': 49,
  'test/faults/matrix/cluster.test.ts': 48,
  'test/faults/matrix/redis.test.ts': 46,
  'test/scale/blocklists.test.ts': 44,
  'test/jar/redis-topologies.test.ts': 43,
  'test/jar/libraries-on-disk.test.ts': 42,
  'test/network/several-machines.test.ts': 35,
  'test/jar/slim-jar.test.ts': 33,
  'test/rest-sidecar/redis/ioredis-change-feed.test.ts': 28,
  'test/e2e/start.test.ts': 25,
  'test/fuzz/built-jar.test.ts': 23,
  'test/faults/redis-acl.test.ts': 23,
  'test/attack/proxies.test.ts': 22,
  'test/jar/script-failures.test.ts': 22,
  'test/rest-sidecar/http/server-limits.test.ts': 22,
  'test/tools/verify-velocity.test.ts': 20,
  'test/support/redis/redis-topologies.test.ts': 19,
  'test/faults/matrix/processes.test.ts': 18,
  'test/rest-sidecar/schemathesis.test.ts': 18,
  'test/jar/traps.test.ts': 17,
  'test/velocity-stand-in/development-proxy.test.ts': 16,
  'test/jar/reload.test.ts': 15,
  'test/jar/commands.test.ts': 15,
  'test/rest-sidecar/redis/ioredis-commands.test.ts': 15,
  'test/jar/newest-jdk/warnings.test.ts': 14,
  'test/rest-sidecar/operators/operator-listener.test.ts': 13,
  'test/attack/sidecar.test.ts': 13,
  'test/jar/wire-fixtures.test.ts': 12,
};

/** Begins what takes longest first, so that no core is left alone with it at the end. On a new clone Jest itself only knows how large the files are. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const secondsOf = ({ path, context }) => SECONDS[relative(context.config.rootDir, path)] ?? 0;
    return super.sort(tests).sort((one, other) => secondsOf(other) - secondsOf(one));
  }
};
