import type { RedisNode } from '../../../../shared/redis/url/redis-url-authority.ts';
import type { JavaList } from '../../../types/jdk.ts';
import type { SlotRange } from '../../cluster/slot-table.ts';
import { toArray } from '../to-array.ts';

/**
 * Reads what `CLUSTER SLOTS` answers.
 * @param sender who was asked, and is meant where a host is not named
 */
export function readSlotRanges(reply: JavaList<JavaList<unknown>>, sender: RedisNode): SlotRange[] {
  return toArray(reply).map((range) => {
    const server = range.get(2) as JavaList<unknown>;
    const host = server.get(0);
    const isNamed = typeof host === 'string' && host !== '' && host !== '?';
    return {
      from: range.get(0) as number,
      to: range.get(1) as number,
      master: { host: isNamed ? host : sender.host, port: server.get(1) as number },
    };
  });
}
