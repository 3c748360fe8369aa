import { afterEach, expect, it } from '@jest/globals';
import { FAST_STARTUP_JVM_OPTIONS } from '../../../tools/processes/jvm-options.mjs';
import { eventually } from '../../support/eventually.ts';
import { testRedisUrl, uniquePrefix } from '../../support/redis/redis.ts';
import { readRepositoryFile } from '../../support/repository/source-files.ts';
import { startStandIn } from '../../velocity-stand-in/stand-in.ts';
import type { StandIn } from '../../velocity-stand-in/stand-in.ts';
import { check } from '../ask.ts';
import { warningsAndErrorsOf } from '../log-expectations.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from '../start-proxy.ts';

const FLAGS = ['--sun-misc-unsafe-memory-access=allow', '--enable-native-access=ALL-UNNAMED'];

const LINE_OF_THE_PROXY = /^\[\d\d:\d\d:\d\d /;

let proxy: StandIn;

/** Returns all warnings of the JVM and of the script engine. */
async function warningsWith(jvmOptions: readonly string[]): Promise<string> {
  proxy = await startProxy({
    redisUrl: testRedisUrl(),
    keyPrefix: uniquePrefix(),
    jvmOptions: [...FAST_STARTUP_JVM_OPTIONS, ...jvmOptions],
  });
  await check(await proxy.join({ connected: true }), 'my-mod', ['fly']);
  return proxy.log.filter((line) => /warning/i.test(line) && !LINE_OF_THE_PROXY.test(line)).join('\n');
}

afterEach(async () => {
  await proxy.stop();
});

it(
  'prints no warnings with the flags that docs/proxy.md names',
  async () => {
    const page = readRepositoryFile('docs/proxy.md');
    expect(FLAGS.filter((flag) => !page.includes(`\`${flag}\``))).toStrictEqual([]);
    expect(await warningsWith(FLAGS)).toBe('');
  },
  START_TIMEOUT_MS,
);

it.each([
  ['denied by a flag', ['--sun-misc-unsafe-memory-access=deny']],
  ['missing in the runtime', ['--limit-modules', 'java.se,jdk.zipfs']],
])(
  'is off with one line that names the flag if sun.misc.Unsafe is %s',
  async (_, options) => {
    proxy = await startStandIn({ jvmOptions: [...FAST_STARTUP_JVM_OPTIONS, ...options] });
    await eventually(() => warningsAndErrorsOf(proxy).length > 0, { ...PATIENCE, what: 'the line' });
    expect(warningsAndErrorsOf(proxy)).toEqual([
      expect.stringMatching(
        /is off: this JVM denies sun.misc.Unsafe, .* --sun-misc-unsafe-memory-access=allow$/,
      ),
    ]);
    expect(proxy.log.join('\n')).not.toMatch(/^\s+at /m);
  },
  START_TIMEOUT_MS,
);
