import { expect } from '@jest/globals';
import type { Redis } from 'ioredis';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { newSeed, Random } from '../support/random.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL, checkRequest } from './ask.ts';
import { untilChangesReported } from './read-edits.ts';

const FEATURES = ['fly', 'zoom', 'minimap', 'x-ray'] as const;
const CLIENTS = ['my-mod', 'other-mod'] as const;

type Step =
  | { readonly kind: 'edit'; readonly client: string | undefined; readonly feature: string }
  | {
      readonly kind: 'send';
      readonly channel: string;
      readonly content: string;
      readonly isAnswered: boolean;
    }
  | { readonly kind: 'switch'; readonly server: string };

/** Creates random steps of one player who never subscribes, with edits of admins in between. */
function unsubscribedScenario(random: Random): Step[] {
  return Array.from({ length: 12 }, () => step(random));
}

function step(random: Random): Step {
  const kind = random.below(6);
  const feature = random.pick(FEATURES);
  if (kind < 2)
    return { kind: 'edit', client: random.chance(0.5) ? undefined : random.pick(CLIENTS), feature };
  if (kind === 2) return { kind: 'switch', server: `server-${random.below(3)}` };
  if (kind === 3) return { kind: 'send', channel: 'minecraft:register', content: CHANNEL, isAnswered: false };
  const request = checkRequest(
    random.pick(CLIENTS),
    [feature, random.pick(FEATURES)],
    `id-${random.below(99)}`,
  );
  const content = random.chance(0.3) ? request.slice(0, random.below(request.length)) : request;
  return { kind: 'send', channel: CHANNEL, content, isAnswered: true };
}

/** All messages to a player, in order. */
interface Recorded {
  readonly messages: readonly string[];
  readonly announcements: readonly (readonly string[])[];
  readonly chat: readonly string[];
}

/** Runs the same steps for a player on each proxy, simultaneously. */
export class RandomScenarios {
  readonly #redis: Redis;
  readonly #keys: RedisKeys;
  readonly #proxies: readonly StandIn[];

  constructor(redis: Redis, keys: RedisKeys, proxies: readonly StandIn[]) {
    this.#redis = redis;
    this.#keys = keys;
    this.#proxies = proxies;
  }

  /**
   * Runs random scenarios.
   * @throws an error with the random seed if the messages of the proxies differ, or an answer is missing
   */
  async expectSame(count: number): Promise<void> {
    const seed = newSeed();
    for (let index = 0; index < count; index += 1) {
      const steps = unsubscribedScenario(new Random(seed, index));
      const [first, ...others] = await this.#run(steps);
      for (const other of others) expect({ seed, index, ...other }).toEqual({ seed, index, ...first });
      const answered = steps.filter((step) => step.kind === 'send' && step.isAnswered);
      expect(first?.messages).toHaveLength(answered.length);
    }
  }

  /** @returns the messages to the player of each proxy */
  async #run(steps: readonly Step[]): Promise<Recorded[]> {
    const players = await Promise.all(this.#proxies.map((proxy) => proxy.join({ connected: true })));
    for (const current of steps) {
      if (current.kind === 'edit') await this.#edit(current.client, current.feature);
      else await Promise.all(players.map((player) => perform(player, current)));
    }
    return players.map(({ received, announcements, chat }) => ({
      messages: received.map(({ channel, bytes }) => `${channel} ${bytes.toString('hex')}`),
      announcements,
      chat,
    }));
  }

  async #edit(client: string | undefined, feature: string): Promise<void> {
    const key = client === undefined ? this.#keys.blocklistGlobal : this.#keys.blocklistOf(client);
    const isBlocked = (await this.#redis.sismember(key, feature)) === 1;
    await this.#redis[isBlocked ? 'srem' : 'sadd'](key, feature);
    await untilChangesReported(this.#proxies, this.#redis, this.#keys);
  }
}

async function perform(player: StandInPlayer, action: Exclude<Step, { kind: 'edit' }>): Promise<void> {
  if (action.kind === 'switch') {
    await player.switchServer(action.server);
    return;
  }
  await player.send(action.channel, action.content);
  if (action.isAnswered) await player.next();
}
