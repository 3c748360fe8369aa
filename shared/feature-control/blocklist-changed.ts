import { encodeEvent } from '../protocol/envelope.ts';
import { checkFeatures } from './check-features.ts';

const names = checkFeatures.resultSchema.properties.blocklist;

/**
 * `revision`: one more than in the previous message. `subscriptions`: the clients whose answer has changed,
 * each with the newly blocked features, the newly unblocked ones, and all blocked ones.
 */
const payloadSchema = {
  type: 'object',
  properties: {
    revision: { type: 'integer', minimum: 1 },
    subscriptions: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: { client: { type: 'string' }, blocked: names, unblocked: names, blocklist: names },
        required: ['client', 'blocked', 'unblocked', 'blocklist'],
        additionalProperties: false,
      },
    },
  },
  required: ['revision', 'subscriptions'],
  additionalProperties: false,
} as const;

/** The event that subscribed players are sent when an answer to them changes (G65). */
export const blocklistChanged = { name: 'blocklistChanged', payloadSchema } as const;

/** @param changes the JSON of each client's change */
export function encodeBlocklistChanged(revision: number, changes: readonly string[]): string {
  return encodeEvent(
    blocklistChanged.name,
    `{"revision":${revision},"subscriptions":[${changes.join(',')}]}`,
  );
}
