import type { MethodName } from '../../../shared/feature-control/methods.ts';
import type { DESCRIBED_EVENTS } from './channel-schemas.ts';

/** The introduction of the document, in Markdown. */
export const introduction = `A mod in the player's client requests which of its features the network has blocked, in plugin messages on one channel of Minecraft's protocol. It receives the answer on the same channel.

The content of each message is one JSON object in UTF-8, from the first byte to the last, without a length prefix. It has at most 32,767 bytes. Fields that are not described here are ignored.

A server announces the channel in a message on \`minecraft:register\`. A mod sends nothing before the client is in the game, and nothing before the announcement, unless its loader cannot report it: it may then send one request after it has entered the game. Networks may use another word than \`service\` in the channel's name.

This document describes the packets. The other obligations of servers and mods are in the specification of the channel, which comes with the plugin (\`docs/channel.md\`).`;

/** The summary of each method, and an example of a request with its answer. */
export const METHOD_TEXTS: Readonly<
  Record<MethodName, { readonly summary: string; readonly request: object; readonly success: object }>
> = {
  checkFeatures: {
    summary: 'Returns which features of one mod are blocked.',
    request: {
      id: '8c1f7f0e-6f0e-4a57-9d2a-4c1d7c3a9b55',
      method: 'checkFeatures',
      payload: { client: 'my-mod', features: ['fly', 'minimap', 'speed'] },
    },
    success: {
      id: '8c1f7f0e-6f0e-4a57-9d2a-4c1d7c3a9b55',
      ok: true,
      payload: { blocklist: ['fly', 'minimap'] },
    },
  },
  subscribe: {
    summary:
      'Returns which features of several mods are blocked, and subscribes to changes. Servers need not ' +
      'support it.',
    request: {
      id: '51f8f1d2-0c8e-4a05-a5b5-3f5d7d0a2c11',
      method: 'subscribe',
      payload: { subscriptions: [{ client: 'my-mod', features: ['fly', 'minimap', 'speed'] }] },
    },
    success: {
      id: '51f8f1d2-0c8e-4a05-a5b5-3f5d7d0a2c11',
      ok: true,
      payload: { revision: 1, subscriptions: [{ client: 'my-mod', blocklist: ['fly', 'minimap'] }] },
    },
  },
};

/** The summary and an example of each event. */
export const EVENT_TEXTS: Readonly<
  Record<(typeof DESCRIBED_EVENTS)[number]['name'], { readonly summary: string; readonly example: object }>
> = {
  blocklistChanged: {
    summary: 'The blocked features of a subscription have changed.',
    example: {
      event: 'blocklistChanged',
      payload: {
        revision: 2,
        subscriptions: [
          { client: 'my-mod', blocked: ['speed'], unblocked: ['fly'], blocklist: ['minimap', 'speed'] },
        ],
      },
    },
  },
};

/** The meaning of each error for a mod, in Markdown. */
export const ERROR_SUMMARY = `The reason why a request failed.

- \`BAD_REQUEST\`: the packet is not JSON, or a field is missing or invalid. Sending it again fails again.
- \`NOT_FOUND\`: there is no such method.
- \`RATE_LIMITED\`: the player's last request, from any of the mods, was too recent. Retry when the limit allows it.
- \`INTERNAL_ERROR\`: the server cannot determine the answer now. It does not mean that nothing is blocked.

\`id\` is empty if none could be read.`;

export const ERROR_EXAMPLE = {
  id: '8c1f7f0e-6f0e-4a57-9d2a-4c1d7c3a9b55',
  ok: false,
  error: 'RATE_LIMITED',
  message: 'Try again in 7 seconds.',
};
