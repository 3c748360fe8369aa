import { CHANGE_SOURCES } from '../feature-control/blocklist-editor.ts';
import { MOST_CHARACTERS } from '../feature-control/edit-problems.ts';
import { LAST_MS } from '../feature-control/entry-state.ts';
import type { FromSchema } from '../json-schema.ts';

const TIME = 'In milliseconds since the Unix epoch, by the clock of Redis.';

const list = {
  type: 'string',
  description: '`global`, `client:<client>` or `server:<server>`.',
} as const;

const reason = {
  type: 'string',
  maxLength: MOST_CHARACTERS.reason,
  description: 'Why. Text without control characters and line breaks.',
} as const;

/** The state of a feature in one list. */
const stateProperties = {
  blocked: { type: 'boolean', description: 'Whether this list blocks the feature now.' },
  permanent: { type: 'boolean', description: 'Whether it does so until somebody unblocks the feature.' },
  until: {
    type: 'integer',
    minimum: 0,
    maximum: LAST_MS,
    description: `When the timed block ends. Absent where there is none, or it is over. ${TIME}`,
  },
} as const;

const entryStateSchema = {
  title: 'EntryState',
  description: 'How a feature stands in one list.',
  type: 'object',
  properties: stateProperties,
  required: ['blocked', 'permanent'],
  additionalProperties: false,
  examples: [{ blocked: true, permanent: false, until: 1767225600000 }],
} as const;

const id = { type: 'string', description: 'Names the change, for `undo`.' } as const;
const actor = { type: 'string', description: 'Who: a player, a user, or the name of a token.' } as const;
const at = { type: 'integer', minimum: 0, description: `When it was recorded. ${TIME}` } as const;

/** One recorded change. */
const changeSchema = {
  title: 'Change',
  description: 'One recorded change of a blocklist.',
  type: 'object',
  properties: {
    id,
    at,
    actor,
    source: { enum: CHANGE_SOURCES, description: 'By what means. `direct`: a plain write into Redis.' },
    list,
    feature: { type: 'string', description: 'Empty for a change of many features.' },
    before: entryStateSchema,
    after: entryStateSchema,
    reason,
    undoes: { type: 'string', description: 'The id of the change that this one has reverted.' },
    sizes: {
      type: 'object',
      description: 'Of a change of many features: how many the list had before it, and has after it.',
      properties: {
        before: { type: 'integer', minimum: 0 },
        after: { type: 'integer', minimum: 0 },
        names: { type: 'array', items: { type: 'string' }, description: 'Some of the features.' },
        canUndo: { type: 'boolean', description: 'Whether `undo` can revert it: not a very large one.' },
      },
      required: ['before', 'after', 'names', 'canUndo'],
      additionalProperties: false,
    },
  },
  required: ['id', 'at', 'actor', 'source', 'list', 'feature', 'before', 'after'],
  additionalProperties: false,
  examples: [
    {
      id: '1767222000000-0-1k2j3h4',
      at: 1767222000000,
      actor: 'alex',
      source: 'console',
      list: 'client:my-mod',
      feature: 'minimap',
      before: { blocked: false, permanent: false },
      after: { blocked: true, permanent: false, until: 1767225600000 },
      reason: 'tournament',
    },
  ],
} as const;

const entryProperties = {
  list,
  feature: { type: 'string' },
  ...stateProperties,
  lastChange: changeSchema,
} as const;

const entryExample = { list: 'global', feature: 'fly', blocked: true, permanent: true };

/** The response with one feature of one list. */
export const blocklistEntrySchema = {
  title: 'BlocklistEntry',
  description: 'One feature in one list, with the latest recorded change of it.',
  type: 'object',
  properties: entryProperties,
  required: ['list', 'feature', 'blocked', 'permanent'],
  additionalProperties: false,
  examples: [entryExample],
} as const;

/** The response if somebody else changed the entry first. */
export const changedEntrySchema = {
  title: 'ChangedEntry',
  description: 'The entry as it is now, which is not as the request expected it.',
  type: 'object',
  properties: { error: { type: 'string', description: 'One sentence.' }, ...entryProperties },
  required: ['error', 'list', 'feature', 'blocked', 'permanent'],
  additionalProperties: false,
  examples: [{ error: 'Somebody else has changed this entry.', ...entryExample }],
} as const;

/** The response to an edit. */
export const editedSchema = {
  title: 'Edited',
  description: 'How the entry was before, and is now. Without an id, it was so already.',
  type: 'object',
  properties: {
    id,
    before: entryStateSchema,
    after: entryStateSchema,
    features: {
      type: 'integer',
      minimum: 1,
      description: 'Of an undone change of many features: how many. Then no state is meant.',
    },
  },
  required: ['before', 'after'],
  additionalProperties: false,
  examples: [
    {
      id: '1767222000000-0-1k2j3h4',
      before: { blocked: false, permanent: false },
      after: { blocked: true, permanent: true },
    },
  ],
} as const;

/** The response with the history. */
export const historySchema = {
  title: 'History',
  description: 'Recorded changes, the newest first.',
  type: 'object',
  properties: {
    changes: { type: 'array', items: changeSchema },
    next: { type: 'string', description: '`before` of the next page. Absent where this is the last.' },
  },
  required: ['changes'],
  additionalProperties: false,
  examples: [{ changes: changeSchema.examples }],
} as const;

/** The body of a request that blocks a feature. */
export const blockRequestSchema = {
  title: 'BlockRequest',
  description: 'Why, and until when. Without `until`, the feature is blocked until somebody unblocks it.',
  type: 'object',
  properties: { reason, until: { ...stateProperties.until, description: `When the block ends. ${TIME}` } },
  additionalProperties: false,
  examples: [{ reason: 'tournament', until: 4102444800000 }],
} as const;

/** The body of a request that unblocks a feature or undoes a change. */
export const reasonRequestSchema = {
  title: 'ReasonRequest',
  description: 'Why.',
  type: 'object',
  properties: { reason },
  additionalProperties: false,
  examples: [{ reason: 'the tournament is over' }],
} as const;

/** The response if an edit was rejected. */
export const editRefusalSchema = {
  title: 'EditRefusal',
  description: 'Why nothing was done.',
  type: 'object',
  properties: {
    error: { type: 'string', description: 'One sentence.' },
    field: { type: 'string', description: 'What of the request is at fault.' },
  },
  required: ['error'],
  additionalProperties: false,
  examples: [{ error: 'The time is over already, by the clock of Redis.', field: 'until' }],
} as const;

export type EntryStateBody = FromSchema<typeof entryStateSchema>;
export type ChangeBody = FromSchema<typeof changeSchema>;
export type BlocklistEntryBody = FromSchema<typeof blocklistEntrySchema>;
export type EditedBody = FromSchema<typeof editedSchema>;
export type HistoryBody = FromSchema<typeof historySchema>;
