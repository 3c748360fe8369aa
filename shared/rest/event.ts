import type { FromSchema } from '../json-schema.ts';
import { storedWindowProperties, windowProperties } from './active-window.ts';

const properties = {
  server: { type: 'string', description: 'The identifier of the server on which it takes place.' },
  name: { type: 'string', description: 'The name of the event.' },
  description: { type: 'string', description: 'A description of the event.' },
  ...windowProperties,
} as const;

/**
 * A stored event: the string at `event:<id>`. Additional fields are allowed. An empty `server` names no
 * server (G23).
 */
export const storedEventSchema = {
  type: 'object',
  properties: {
    ...properties,
    server: { ...properties.server, minLength: 1 },
    ...storedWindowProperties,
  },
  required: ['server', 'name'],
} as const;

const example = {
  id: 'summer-hunt',
  server: 'survival',
  name: 'Summer hunt',
  description: 'Find the ten hidden chests',
  startsAt: 1767225600000,
  endsAt: 1767830400000,
};

/** Event record: an active event on a server (G5). */
const eventSchema = {
  title: 'Event',
  description: 'An active event on a server: its id and its stored fields.',
  type: 'object',
  properties: { id: { type: 'string', description: 'The identifier of the event.' }, ...properties },
  additionalProperties: true,
  required: ['id', 'server', 'name'],
  examples: [example],
} as const;

/** The response of getEvents with `server`. */
export const eventsOfServerSchema = {
  title: 'EventsOfServer',
  description: 'The active events of one server, ordered by id.',
  type: 'array',
  items: eventSchema,
  examples: [[example]],
} as const;

/** The response of getEvents without `server`: servers without active events are omitted (section 4.1). */
export const eventsByServerSchema = {
  title: 'EventsByServer',
  description: 'The active events of all servers. Each key is the identifier of a server with active events.',
  type: 'object',
  additionalProperties: { type: 'array', minItems: 1, items: eventSchema },
  examples: [{ survival: [example] }],
} as const;

export type StoredEvent = FromSchema<typeof storedEventSchema>;
