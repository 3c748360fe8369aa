import { afterEach, expect, it } from '@jest/globals';
import { testRedisUrl, uniquePrefix } from '../../support/redis/redis.ts';
import { readRepositoryFile } from '../../support/repository/source-files.ts';
import type { StandIn } from '../../velocity-stand-in/stand-in.ts';
import { check } from '../ask.ts';
import { START_TIMEOUT_MS, startProxy } from '../start-proxy.ts';

/** The rows of the README's table: what the JDK says, whose doing it is, and the flag that silences it. */
const ROWS = [...readRepositoryFile('README.md').matchAll(/^ *\| `(A [^`]+)` +\|[^|]+\| `(--[^`]+)` +\|$/gm)];
const said = ROWS.map(([, warning = '']) => warning);
const flags = ROWS.map(([, , flag = '']) => flag);

let proxy: StandIn;

async function warningsWith(jvmOptions: readonly string[]): Promise<string[]> {
  proxy = await startProxy({ redisUrl: testRedisUrl(), keyPrefix: uniquePrefix(), jvmOptions });
  await check(await proxy.join({ connected: true }), 'my-mod', ['fly']);
  return proxy.log.filter((line) => /^WARNING: A |\[engine\] WARNING/.test(line));
}

afterEach(async () => {
  await proxy.stop();
});

it(
  'warns of what the README explains, and of nothing else',
  async () => {
    const warnings = await warningsWith([]);
    expect(warnings.map((line) => line.replace(/^WARNING: (.*) has been called$/, '$1')).sort()).toEqual(
      said.sort(),
    );
  },
  START_TIMEOUT_MS,
);

it(
  'warns of nothing with the flags that the README names',
  async () => {
    expect(flags).toHaveLength(2);
    expect(await warningsWith(flags)).toEqual([]);
    expect(proxy.log.filter((line) => line.startsWith('WARNING'))).toEqual([]);
  },
  START_TIMEOUT_MS,
);
