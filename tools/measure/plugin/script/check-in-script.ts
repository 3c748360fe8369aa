import { checkFeatures } from '../../../../shared/feature-control/check-features.ts';
import { createMethods } from '../../../../shared/feature-control/create-methods.ts';
import { ListsByClient } from '../../../../shared/feature-control/lists-by-client.ts';
import { NO_SCOPE } from '../../../../shared/feature-control/player-scope.ts';
import { subscribe } from '../../../../shared/feature-control/subscribe.ts';
import { MAX_NESTING, MAX_PACKET_BYTES } from '../../../../shared/protocol/channel.ts';
import { DEFAULT_TIMEOUT_MS, Dispatcher } from '../../../../shared/protocol/dispatcher.ts';
import { UNAVAILABLE } from '../../../../shared/protocol/method.ts';
import { GRANTED } from '../../../../shared/rate-limit/rate-limit.ts';
import type { Program } from '../../../../plugin/src/main.ts';

const names = (prefix: string, count: number): ReadonlySet<string> =>
  new Set(Array.from({ length: count }, (_, index) => `${prefix}${index}`));

/** Events are not measured. */
function noConnection(): never {
  throw new Error('No events are sent');
}

/**
 * Replaces the plugin's own script in the jar of the bench: the same dispatcher and method, with lists in
 * memory and without Redis, so that the rule is measured and not the permit.
 */
export function start(): Program {
  const global = names('global-', 500);
  const lists = new Map([['bench-mod', names('personal-', 50)]]);
  const none: ReadonlySet<string> = new Set();
  const byClient = new ListsByClient((client) => ({ global, personal: lists.get(client) ?? none }));
  const logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  };
  const dispatcher = new Dispatcher({
    methods: createMethods(
      {
        blocklists: { lookUp: (client) => byClient.of(client) },
        recordNames: () => undefined,
        scopeOf: () => NO_SCOPE,
        observer: { isObserved: false, answered: () => undefined },
        subscriptions: { subscribe: () => UNAVAILABLE },
      },
      { checkFeatures: checkFeatures.limit, subscribe: subscribe.limit },
    ),
    rateLimiter: { take: () => GRANTED },
    // There are no waits.
    timers: { after: () => () => undefined },
    logger,
    timeoutMs: DEFAULT_TIMEOUT_MS,
    answered: () => undefined,
  });
  return {
    maxPacketBytes: MAX_PACKET_BYTES,
    maxNesting: MAX_NESTING,
    receive: (packet, player, text, reason) => {
      const sent = reason === null ? (text ?? '') : { unreadable: reason };
      // Synchronous, as every permit is granted immediately and the lists are in memory.
      packet.answer(dispatcher.dispatch(sent, player, noConnection) as string);
    },
    stop: (_drainMs, done) => {
      done();
    },
  };
}
