import type { FromSchema } from '../json-schema.ts';
import type { Handler } from '../protocol/method.ts';
import { checkFeatures } from './check-features.ts';
import type { MethodContext, MethodDefinition } from './method-definition.ts';
import { MAX_CLIENTS } from './subscriptions.ts';

/** `subscriptions`: the features of each named client from now on; no features to unsubscribe. */
const payloadSchema = {
  type: 'object',
  properties: {
    subscriptions: { type: 'array', maxItems: MAX_CLIENTS, items: checkFeatures.payloadSchema },
  },
  required: ['subscriptions'],
} as const;

/**
 * `revision`: the number of this message among the subscription messages to the player (G65).
 * `subscriptions`: for each named client, in the order of the request, what `checkFeatures` answers.
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
 * Returns which features of several mods are blocked, and sends an event whenever that changes. Limit: 1
 * request per 10 seconds per player, separate from that of `checkFeatures` (G65).
 */
export const subscribe = {
  name: 'subscribe',
  payloadSchema,
  resultSchema,
  limit: { maxRequests: 1, windowMs: 10_000 },
  createHandler,
} as const satisfies MethodDefinition;

function createHandler({ subscriptions, recordNames }: MethodContext): Handler<Payload, Result> {
  return ({ subscriptions: named }, caller) => {
    for (const { client, features } of named) if (features.length > 0) recordNames(client, features);
    // If a client is named twice, its last entry counts, as with duplicate keys in JSON (G35).
    const byClient = new Map(named.map(({ client, features }) => [client, [...new Set(features)]]));
    return subscriptions.subscribe(caller, byClient);
  };
}
