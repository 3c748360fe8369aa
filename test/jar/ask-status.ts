import { eventually } from '../support/eventually.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { PATIENCE } from './start-proxy.ts';

const LAST_LINE = 'Dropped packets: ';

/** Returns the output of `/featurecontrol status` on the console. */
export async function askStatus(proxy: StandIn): Promise<string> {
  const before = proxy.log.length;
  await proxy.runCommand('featurecontrol status');
  const lines = (): string => proxy.log.slice(before).join('\n');
  await eventually(() => lines().includes(LAST_LINE), { ...PATIENCE, what: 'the status' });
  return lines();
}

/** Returns the number of packets dropped for a reason. @param reason as worded in the status */
export async function countDropped(proxy: StandIn, reason: string): Promise<number> {
  const [, dropped = ''] = (await askStatus(proxy)).split(LAST_LINE);
  return Number(new RegExp(`(\\d+) ${reason}`).exec(dropped)?.[1] ?? 0);
}
