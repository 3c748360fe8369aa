import { createMethods } from '../../shared/feature-control/create-methods.ts';
import { Dispatcher } from '../../shared/protocol/dispatcher.ts';
import { validators } from '../../shared/protocol/validators.js';
import { GRANTED } from '../../shared/rate-limit/rate-limit.ts';
import { answerOf } from '../support/fakes/answer-of.ts';
import { ManualTime } from '../support/fakes/manual-time.ts';
import { MemoryBlocklistStore } from '../support/fakes/memory-blocklist-store.ts';
import { readPacket } from '../support/jar/read-packet.ts';
import { RecordingLogger } from '../support/fakes/recording-logger.ts';
import { CLIENT, GLOBAL, PERSONAL } from './request-grammar.ts';

export type Outcome = 'OK' | 'BAD_REQUEST' | 'NOT_FOUND' | 'RATE_LIMITED' | 'INTERNAL_ERROR';

/**
 * The protocol in Node, with a permit for everybody: what the jar is to answer, but that a player's permit
 * may be used up there.
 */
export class ExpectedAnswers {
  readonly #dispatcher = new Dispatcher({
    methods: createMethods({ blocklists: new MemoryBlocklistStore(GLOBAL, { [CLIENT]: PERSONAL }) }),
    rateLimiter: { take: () => GRANTED },
    timers: new ManualTime(),
    logger: new RecordingLogger(),
  });

  /** @returns what is wrong with an answer; undefined where nothing is */
  async problemOf(packet: Uint8Array, answer: string): Promise<string | undefined> {
    const parsed = parse(answer);
    if (!validators.successResponse(parsed) && !validators.errorResponse(parsed)) return 'breaks the schema';
    const expected = await answerOf(this.#dispatcher, readPacket(packet), 'player');
    if (answer === expected) return undefined;
    const { id, ok } = parse(expected) as { id: string; ok: boolean };
    if (ok && isRefusal(parsed, id)) return undefined;
    return `is not what is expected: ${expected}`;
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

function isRefusal(answer: unknown, id: string): boolean {
  const { id: echoed, error } = answer as { id: string; error?: string };
  return echoed === id && error === 'RATE_LIMITED';
}
