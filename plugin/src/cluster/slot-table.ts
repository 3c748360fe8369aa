import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';

/** Slots next to one another that one master serves, the last included. */
export interface SlotRange {
  readonly from: number;
  readonly to: number;
  readonly master: RedisNode;
}

/** `host:port`, by which a server is known within the cluster. */
export function addressOf({ host, port }: RedisNode): string {
  return `${host}:${port}`;
}

/** Which master serves which slot, as the cluster tells. Cheap to make: the cluster is asked often, and each time all slots are told. */
export class SlotTable {
  readonly masters: readonly RedisNode[];
  /** Those with the lowest slots first. */
  readonly #ranges: readonly SlotRange[];

  constructor(ranges: readonly SlotRange[]) {
    this.#ranges = ranges.toSorted((a, b) => a.from - b.from);
    this.masters = [...new Map(this.#ranges.map(({ master }) => [addressOf(master), master])).values()];
  }

  /** @returns the address of the master that serves a slot; undefined where none does */
  ownerOf(slot: number): string | undefined {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const range = this.#ranges[middle];
      if (range === undefined) return undefined;
      if (slot < range.from) high = middle;
      else if (slot > range.to) low = middle + 1;
      else return addressOf(range.master);
    }
    return undefined;
  }

  equals(other: SlotTable): boolean {
    return signOf(this.#ranges) === signOf(other.#ranges);
  }
}

/** Of what several servers say, what most of them say: one that is cut off from the others knows nothing of what they have agreed on. */
export function selectMostSaid(answers: readonly (readonly SlotRange[])[]): readonly SlotRange[] | undefined {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(signOf(answer), (counts.get(signOf(answer)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return answers.find((answer) => counts.get(signOf(answer)) === most);
}

/** The same for the same slots at the same masters, in whatever order they are told. */
function signOf(ranges: readonly SlotRange[]): string {
  return ranges
    .map(({ from, to, master }) => `${from}-${to} ${addressOf(master)}`)
    .sort()
    .join(',');
}
