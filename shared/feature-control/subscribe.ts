import type { FromSchema } from '../json-schema.ts';
import { UNAVAILABLE } from '../protocol/method.ts';
import type { Handler } from '../protocol/method.ts';
import { checkFeatures } from './check-features.ts';
import type { MethodContext, MethodDefinition } from './method-definition.ts';
import { MOST_CLIENTS } from './subscriptions/bounds.ts';

/** `subscriptions`: for each client that is named, its features from now on; none for no longer. */
const payloadSchema = {
  type: 'object',
  properties: {
    subscriptions: { type: 'array', maxItems: MOST_CLIENTS, items: checkFeatures.payloadSchema },
  },
  required: ['subscriptions'],
} as const;

/**
 * `revision`: the number of this message among those that the player is sent about subscriptions (G65).
 * `subscriptions`: for each client that was named, in the order of the request, what `checkFeatures` answers.
 */
const resultSchema = {
  type: 'object',
  properties: {
    revision: { type: 'integer', minimum: 1 },
    subscriptions: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          client: { type: 'string' },
          ...checkFeatures.resultSchema.properties,
        },
        required: ['client', 'blocklist'],
        additionalProperties: false,
      },
    },
  },
  required: ['revision', 'subscriptions'],
  additionalProperties: false,
} as const;

type Payload = FromSchema<typeof payloadSchema>;
type Result = FromSchema<typeof resultSchema>;

/**
 * Which features of several mods are blocked, and to be sent an event whenever that changes: 1 request per 10
 * seconds per player, apart from the limit of `checkFeatures` (G65).
 */
export const subscribe = {
  name: 'subscribe',
  payloadSchema,
  resultSchema,
  limit: { maxRequests: 1, windowMs: 10_000 },
  createHandler,
} as const satisfies MethodDefinition;

function createHandler({ subscriptions, noteNames }: MethodContext): Handler<Payload, Result> {
  return ({ subscriptions: named }, caller) => {
    if (subscriptions === undefined) return UNAVAILABLE;
    for (const { client, features } of named)
      if (features.length > 0) noteNames?.(client, features, caller.player);
    // Of a client that is named twice, the last counts, as of a key in JSON (G35).
    const byClient = new Map(named.map(({ client, features }) => [client, [...new Set(features)]]));
    return subscriptions.subscribe(caller, byClient);
  };
}
