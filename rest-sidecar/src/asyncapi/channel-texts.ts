import type { MethodName } from '../../../shared/feature-control/methods.ts';

/** What stands before everything else. Markdown. */
export const introduction = `A mod in the player's client asks which of its features the network has blocked, by plugin messages on one channel of Minecraft's protocol, and is answered on the same channel.

The content of each message is one JSON object in UTF-8, from the first byte to the last: no length stands before it. It has at most 32,767 bytes. Fields that are not described here are ignored.

A server announces the channel by \`minecraft:register\`. A mod sends nothing before that, and nothing before it is in the game. Networks may use another word than \`service\` in the channel's name.

This document describes the packets. What servers and mods owe each other beside that is in the text about the channel, which comes with the plugin (\`docs/channel.md\`).`;

/** What each method is for, and a request with its answer. */
export const METHOD_TEXTS: Readonly<
  Record<MethodName, { readonly summary: string; readonly request: object; readonly success: object }>
> = {
  checkFeatures: {
    summary: 'Which of the features of one mod are blocked.',
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
      'Which features of several mods are blocked, and an event whenever that changes. Not every ' +
      'server has it.',
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

/** What each event says, and one of it. */
export const EVENT_TEXTS: Readonly<Record<string, { readonly summary: string; readonly example: object }>> = {
  blocklistChanged: {
    summary: 'An answer to a player who has subscribed would be another now.',
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

/** What a mod makes of each error. Markdown. */
export const ERROR_SUMMARY = `Why a request was not answered with a result.

- \`BAD_REQUEST\`: the packet is not JSON, or a field is missing or wrong. It would be wrong again.
- \`NOT_FOUND\`: there is no such method.
- \`RATE_LIMITED\`: the player has asked too recently, with whatever mod. Ask again when the limit allows it.
- \`INTERNAL_ERROR\`: the server cannot know now. It does not say that nothing is blocked.

\`id\` is empty where none could be read.`;

export const ERROR_EXAMPLE = {
  id: '8c1f7f0e-6f0e-4a57-9d2a-4c1d7c3a9b55',
  ok: false,
  error: 'RATE_LIMITED',
  message: 'Try again in 7 seconds.',
};
