import { CHANNEL_NAME, DEFAULT_CHANNEL_NAMESPACE } from '../../../shared/protocol/channel.ts';
import type { JSONSchema } from '../../../shared/json-schema.ts';
import { DESCRIBED_ERROR, DESCRIBED_EVENTS, DESCRIBED_METHODS } from './channel-schemas.ts';
import { ERROR_EXAMPLE, ERROR_SUMMARY, EVENT_TEXTS, introduction, METHOD_TEXTS } from './channel-texts.ts';

/** The version of the channel's specification, docs/channel.md. */
const VERSION = '1.0.0';

/** The key of the only channel in the document. */
const CHANNEL = 'featureControl';

/** One message of the document: the JSON content of a packet. */
interface Message {
  readonly name: string;
  readonly summary: string;
  readonly payload: JSONSchema;
  readonly correlationId?: { readonly location: string };
  readonly examples: readonly { readonly payload: object }[];
}

/** The AsyncAPI document, with the fields that are used here. */
export type AsyncApiDocument = ReturnType<typeof createAsyncApiDocument>;

const BY_ID = { correlationId: { location: '$message.payload#/id' } };
const ERROR = 'error';

/**
 * Describes the in-game channel as an AsyncAPI 3 document, from the schemas that the plugin uses. The
 * document takes the view of the server, which receives requests, and sends answers and events.
 */
export function createAsyncApiDocument() {
  const messages = describeMessages();
  return {
    asyncapi: '3.1.0',
    info: {
      title: 'Feature control in the game',
      version: VERSION,
      description: introduction,
      license: { name: 'CC0-1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
    },
    defaultContentType: 'application/json',
    channels: {
      [CHANNEL]: {
        address: `${DEFAULT_CHANNEL_NAMESPACE}:${CHANNEL_NAME}`,
        title: 'The plugin channel of a player',
        messages: Object.fromEntries(
          Object.keys(messages).map((key) => [key, { $ref: `#/components/messages/${key}` }]),
        ),
      },
    },
    operations: describeOperations(),
    components: { messages },
  };
}

function describeMessages(): Record<string, Message> {
  const methodMessages = DESCRIBED_METHODS.flatMap(({ name, request, success }): [string, Message][] => {
    const texts = METHOD_TEXTS[name];
    return [
      [`${name}Request`, describe(name, texts.summary, request, texts.request, BY_ID)],
      [`${name}Success`, describe(`${name} answered`, texts.summary, success, texts.success, BY_ID)],
    ];
  });
  const eventMessages = DESCRIBED_EVENTS.map(({ name, message }): [string, Message] => {
    const { summary, example } = EVENT_TEXTS[name];
    return [name, describe(name, summary, message, example)];
  });
  const error = describe(ERROR, ERROR_SUMMARY, DESCRIBED_ERROR, ERROR_EXAMPLE, BY_ID);
  return Object.fromEntries([...methodMessages, [ERROR, error], ...eventMessages]);
}

function describe(
  name: string,
  summary: string,
  payload: JSONSchema,
  example: object,
  further: Pick<Message, 'correlationId'> = {},
): Message {
  return { name, summary, payload, ...further, examples: [{ payload: example }] };
}

function describeOperations(): Record<string, object> {
  const channel = { $ref: `#/channels/${CHANNEL}` };
  const message = (key: string) => ({ $ref: `#/channels/${CHANNEL}/messages/${key}` });
  const methodOperations = DESCRIBED_METHODS.map(({ name, limit }): [string, object] => [
    name,
    {
      action: 'receive',
      summary: METHOD_TEXTS[name].summary,
      channel,
      messages: [message(`${name}Request`)],
      reply: { channel, messages: [message(`${name}Success`), message(ERROR)] },
      // The default limit of each player, which operators can change.
      'x-rate-limit': limit,
    },
  ]);
  const eventOperations = DESCRIBED_EVENTS.map(({ name }): [string, object] => [
    name,
    { action: 'send', summary: EVENT_TEXTS[name].summary, channel, messages: [message(name)] },
  ]);
  return Object.fromEntries([...methodOperations, ...eventOperations]);
}
