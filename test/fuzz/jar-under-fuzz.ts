import { CHANNEL } from '../jar/ask.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { ExpectedAnswers, outcomeOf, type Outcome } from './expected-answers.ts';
import type { Packets } from './packets.ts';

/** A packet that was not handled as expected. */
export interface Finding {
  readonly index: number;
  readonly base64: string;
  readonly problem: string;
  readonly answer?: string | undefined;
}

/** Further findings add no information. */
const MOST_FINDINGS = 10;

/** Sends packets to the built jar, and compares each answer with that of the protocol in Node. */
export class JarUnderFuzz {
  /** Number of answers of the dispatcher. */
  readonly outcomes = new Map<Outcome, number>();
  readonly findings: Finding[] = [];
  backendPackets = 0;
  readonly #proxy: StandIn;
  readonly #packets: Packets;
  readonly #expected = new ExpectedAnswers();
  readonly #players: readonly StandInPlayer[];

  private constructor(proxy: StandIn, packets: Packets, players: readonly StandInPlayer[]) {
    this.#proxy = proxy;
    this.#packets = packets;
    this.#players = players;
  }

  static async join(proxy: StandIn, packets: Packets, players: number): Promise<JarUnderFuzz> {
    const joining = Array.from({ length: players }, async () => proxy.join({ connected: true }));
    return new JarUnderFuzz(proxy, packets, await Promise.all(joining));
  }

  /**
   * Each player sends its share of the packets from `first` up to `end`, without `end`, the next one when the
   * last is answered.
   */
  async send(first: number, end: number): Promise<void> {
    let next = first;
    await Promise.all(
      this.#players.map(async (player) => {
        while (next < end && this.findings.length < MOST_FINDINGS) await this.#try(player, next++);
      }),
    );
    this.#expectNothingPassedOn(end);
  }

  async #try(player: StandInPlayer, index: number): Promise<void> {
    const { bytes, fromBackend } = this.#packets.at(index);
    const found = (problem: string, answer?: string): void => {
      this.findings.push({ index, base64: bytes.toString('base64'), problem, answer });
    };
    try {
      const outcome = fromBackend
        ? await player.backendSends(CHANNEL, bytes)
        : await player.send(CHANNEL, bytes);
      if (outcome !== 'handled') found(`was ${outcome}`);
      // An answer to a backend would be taken for that to the player's next packet, and not fit it.
      if (fromBackend) this.backendPackets++;
      else await this.#judge(bytes, await answerTo(player), found);
    } catch (error) {
      found(String(error));
    }
  }

  async #judge(
    bytes: Buffer,
    answer: string,
    found: (problem: string, answer: string) => void,
  ): Promise<void> {
    const problem = await this.#expected.problemOf(bytes, answer);
    if (problem !== undefined) {
      found(problem, answer);
      return;
    }
    const outcome = outcomeOf(answer);
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  #expectNothingPassedOn(index: number): void {
    const passed = this.#proxy.forwardedToBackend.find(({ channel }) => channel === CHANNEL);
    if (passed === undefined) return;
    this.findings.push({ index, base64: passed.bytes.toString('base64'), problem: 'went on to a backend' });
  }
}

/** Reads messages without storing them: a million would fill the memory. */
async function answerTo(player: StandInPlayer): Promise<string> {
  const { bytes } = await player.next();
  player.received.length = 0;
  return bytes.toString('utf8');
}
