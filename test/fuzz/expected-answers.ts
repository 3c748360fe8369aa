import { messages } from '../support/response-validators.ts';
import { answerOf } from '../support/fakes/answer-of.ts';
import { createAllMethods } from '../support/fakes/create-all-methods.ts';
import { createDispatcher } from '../support/fakes/create-dispatcher.ts';
import { ManualTime } from '../support/fakes/manual-time.ts';
import { MemoryBlocklistStore } from '../support/fakes/memory-blocklist-store.ts';
import { readPacket } from '../support/jar/read-packet.ts';
import { CLIENT, GLOBAL, PERSONAL } from './request-grammar.ts';

export type Outcome = 'OK' | 'BAD_REQUEST' | 'NOT_FOUND' | 'RATE_LIMITED' | 'INTERNAL_ERROR';

/**
 * The answers of the protocol in Node, with a permit for every request. The jar must give the same answers,
 * except if the player has no permit there.
 */
export class ExpectedAnswers {
  readonly #time = new ManualTime();
  readonly #dispatcher = createDispatcher({
    methods: createAllMethods(this.#time, {
      blocklists: new MemoryBlocklistStore(GLOBAL, { [CLIENT]: PERSONAL }),
    }),
    timers: this.#time,
  });

  /** @returns the problem with an answer; undefined if there is none */
  async problemOf(packet: Uint8Array, answer: string): Promise<string | undefined> {
    const parsed = parse(answer);
    if (!messages.success(parsed) && !messages.error(parsed)) return 'breaks the schema';
    const expected = await answerOf(this.#dispatcher, readPacket(packet), 'player');
    if (withoutRevision(answer) === withoutRevision(expected)) return undefined;
    const { id, ok } = parse(expected) as { id: string; ok: boolean };
    if (ok && (isRefusal(parsed, id) || isFull(parsed, id))) return undefined;
    return `differs from the expected answer: ${expected}`;
  }
}

export function outcomeOf(answer: string): Outcome {
  const { error } = JSON.parse(answer) as { error?: Outcome };
  return error ?? 'OK';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In the jar, the player may have subscribed before. */
function withoutRevision(answer: string): string {
  return answer.replace(/"revision":\d+/, '"revision":0');
}

/** Returns whether earlier subscriptions of the player leave too little room (G65). */
function isFull(answer: unknown, id: string): boolean {
  const { id: echoed, message } = answer as { id: string; message?: string };
  return echoed === id && message?.endsWith('with those that the player has already.') === true;
}

function isRefusal(answer: unknown, id: string): boolean {
  const { id: echoed, error } = answer as { id: string; error?: string };
  return echoed === id && error === 'RATE_LIMITED';
}
