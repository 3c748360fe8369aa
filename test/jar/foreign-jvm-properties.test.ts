import { expect, it } from '@jest/globals';
import { FAST_STARTUP_JVM_OPTIONS } from '../../tools/processes/jvm-options.mjs';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { check } from './ask.ts';
import { START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

/** Properties that an operator may have set for other plugins with GraalJS, netty or Lettuce. */
const OF_OTHERS = {
  'polyglot.js.nashorn-compat': 'true',
  'polyglot.js.ecmascript-version': '5',
  'polyglot.engine.AnotherEdition': 'true',
  'polyglot.foo': '1',
  'polyglot.log.level': 'ALL',
  'polyglotimpl.AttachLibraryFailureAction': 'throw',
  'truffle.attach.library': '/nowhere',
  'truffle.TruffleRuntime': 'org.example.AnotherRuntime',
  'org.graalvm.language.js.home': '/nowhere',
  'io.netty.allocator.type': 'unpooled',
  'io.netty.noUnsafe': 'true',
  'io.netty.leakDetection.level': 'paranoid',
  'io.lettuce.core.jfr': 'false',
  'reactor.schedulers.defaultPoolSize': '1',
  'user.language': 'tr',
};

it(
  'system properties for other plugins have no effect, and are not changed',
  async () => {
    const options = Object.entries(OF_OTHERS).map(([name, value]) => `-D${name}=${value}`);
    const proxy = await startProxy({
      redisUrl: testRedisUrl(),
      keyPrefix: uniquePrefix(),
      jvmOptions: [...FAST_STARTUP_JVM_OPTIONS, ...options],
    });
    try {
      expect(await check(await proxy.join({ connected: true }), 'my-mod', [])).toMatchObject({ ok: true });
      const systemProperties = await proxy.systemProperties();
      expect(systemProperties).toMatchObject(OF_OTHERS);
      const known = /^(?:java|jdk|sun|os|user|file|path|line|native|stdout|stderr)[.]/;
      const added = Object.keys(systemProperties).filter((name) => !known.test(name));
      expect(added.filter((name) => !Object.hasOwn(OF_OTHERS, name))).toEqual([]);
    } finally {
      await proxy.stop();
    }
  },
  START_TIMEOUT_MS,
);
