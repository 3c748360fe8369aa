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

/** After this number of findings, no more packets are sent. */
const MAX_FINDINGS = 10;

/** Sends packets to the built jar, and compares each answer with that of the protocol in Node. */
export class JarUnderFuzz {
  /** Number of answers by outcome. */
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
   * Sends the packets from `first` (inclusive) to `end` (exclusive). Each player sends its next packet when
   * its last one is answered.
   */
  async send(first: number, end: number): Promise<void> {
    let next = first;
    await Promise.all(
      this.#players.map(async (player) => {
        while (next < end && this.findings.length < MAX_FINDINGS) await this.#try(player, next++);
      }),
    );
    this.#expectNothingForwarded(end);
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
      // An answer to a backend would be compared with the player's next packet, and would not match.
      if (fromBackend) this.backendPackets++;
      else await this.#checkAnswer(bytes, await answerTo(player), found);
    } catch (error) {
      found(String(error));
    }
  }

  async #checkAnswer(
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

  #expectNothingForwarded(index: number): void {
    const forwarded = this.#proxy.forwardedToBackend.find(({ channel }) => channel === CHANNEL);
    if (forwarded === undefined) return;
    this.findings.push({
      index,
      base64: forwarded.bytes.toString('base64'),
      problem: 'was forwarded to a backend',
    });
  }
}

/** Reads the next answer, and discards the player's record of messages: a million would fill the memory. */
async function answerTo(player: StandInPlayer): Promise<string> {
  const { bytes } = await player.next();
  player.received.length = 0;
  return bytes.toString('utf8');
}
