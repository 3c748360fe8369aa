import { eventually } from '../support/eventually.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { PATIENCE } from './start-proxy.ts';

const LAST_LINE = 'Dropped packets: ';

/** What `/featurecontrol status` prints on the console. */
export async function askStatus(proxy: StandIn): Promise<string> {
  const before = proxy.log.length;
  await proxy.runCommand('featurecontrol status');
  const lines = (): string => proxy.log.slice(before).join('\n');
  await eventually(() => lines().includes(LAST_LINE), { ...PATIENCE, what: 'the status' });
  return lines();
}

/** How many packets were dropped for a reason, as the status words it. */
export async function countDropped(proxy: StandIn, reason: string): Promise<number> {
  const [, dropped = ''] = (await askStatus(proxy)).split(LAST_LINE);
  return Number(new RegExp(`(\\d+) ${reason}`).exec(dropped)?.[1] ?? 0);
}
