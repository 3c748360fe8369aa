import { afterEach, expect, it } from '@jest/globals';
import { FAST_STARTUP_JVM_OPTIONS } from '../../../tools/processes/jvm-options.mjs';
import { testRedisUrl, uniquePrefix } from '../../support/redis/redis.ts';
import { readRepositoryFile } from '../../support/repository/source-files.ts';
import type { StandIn } from '../../velocity-stand-in/stand-in.ts';
import { check } from '../ask.ts';
import { START_TIMEOUT_MS, startProxy } from '../start-proxy.ts';

/** The rows of the table in docs/proxy.md: the JDK's warning, its cause, and the flag that silences it. */
const ROWS = [
  ...readRepositoryFile('docs/proxy.md').matchAll(/^ *\| `(A [^`]+ (\S+))` +\|[^|]+\| `(--[^`]+)` +\|$/gm),
];
const flags = ROWS.map(([, , , flag = '']) => flag);

/** The lines of such a warning: the method and its caller, the remedy, and the future of the method. */
const explained = ROWS.map(
  ([, warning = '', type = '']) =>
    new RegExp(
      `WARNING: ${warning} has been called\nWARNING: ${type}::\\S+ has been called by .+(\nWARNING: .+){2}`,
    ),
);

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
  'prints exactly the warnings that docs/proxy.md explains',
  async () => {
    const warnings = await warningsWith([]);
    for (const warning of explained) expect(warnings).toMatch(warning);
    expect(explained.reduce((left, warning) => left.replace(warning, ''), warnings).trim()).toBe('');
  },
  START_TIMEOUT_MS,
);

it(
  'prints no warnings with the flags that docs/proxy.md names',
  async () => {
    expect(flags).toHaveLength(2);
    expect(await warningsWith(flags)).toBe('');
  },
  START_TIMEOUT_MS,
);
