import { encodeEvent } from '../protocol/envelope.ts';
import { checkFeatures } from './check-features.ts';

const names = checkFeatures.resultSchema.properties.blocklist;

/**
 * `revision`: that of the message before, plus one. `subscriptions`: the clients whose answer has changed,
 * each with the features that are newly blocked, those that no longer are, and all that are.
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

/** What players are sent who have subscribed, when an answer to them would be another (G65). */
export const blocklistChanged = { name: 'blocklistChanged', payloadSchema } as const;

/** @param changes JSON of each client's change, separated by commas, as it was written for many players */
export function encodeBlocklistChanged(revision: number, changes: string): string {
  return encodeEvent(blocklistChanged.name, `{"revision":${revision},"subscriptions":[${changes}]}`);
}
