import { CHANGE_SOURCES } from '../feature-control/blocklist-editor.ts';
import { MAX_CHARACTERS } from '../feature-control/edit-problems.ts';
import { LAST_MS } from '../feature-control/entry-state.ts';
import type { FromSchema } from '../json-schema.ts';

/**
 * The form of a position in the history, for `before`: the id of a stream entry, and its stream. Redis
 * refuses other ids, and has no entry before `0-0`.
 */
const HISTORY_POSITION_PATTERN = '^(?!0+-0+@)[0-9]{1,16}-[0-9]{1,19}@';

const TIME = 'In milliseconds since the Unix epoch, by the clock of Redis.';

const list = {
  type: 'string',
  description: '`global`, `client:<client>` or `server:<server>`.',
} as const;

const reason = {
  type: 'string',
  maxLength: MAX_CHARACTERS.reason,
  description: 'The reason. Text without control characters and line breaks.',
} as const;

/** The state of a feature in one list. */
const stateProperties = {
  blocked: { type: 'boolean', description: 'Whether this list blocks the feature now.' },
  permanent: {
    type: 'boolean',
    description: 'Whether it has a permanent block, which lasts until somebody unblocks the feature.',
  },
  until: {
    type: 'integer',
    minimum: 0,
    maximum: LAST_MS,
    description: `When the timed block ends. Absent if there is none, or if it has ended. ${TIME}`,
  },
} as const;

const entryStateSchema = {
  title: 'EntryState',
  description: 'The state of a feature in one list.',
  type: 'object',
  properties: stateProperties,
  required: ['blocked', 'permanent'],
  additionalProperties: false,
  examples: [{ blocked: true, permanent: false, until: 1767225600000 }],
} as const;

const id = { type: 'string', description: 'The id of the change, for `undo`.' } as const;
const actor = {
  type: 'string',
  description: 'Who made the change: a player, a user, or the name of a token.',
} as const;
const at = { type: 'integer', minimum: 0, description: `When the change was recorded. ${TIME}` } as const;

/** One recorded change. */
const changeSchema = {
  title: 'Change',
  description: 'One recorded change of a blocklist.',
  type: 'object',
  properties: {
    id,
    at,
    actor,
    source: {
      enum: CHANGE_SOURCES,
      description:
        'How the change was made. `direct`: written to Redis without this API, the commands or the plugin.',
    },
    list,
    feature: { type: 'string', description: 'The feature. Empty for a change of many features.' },
    before: entryStateSchema,
    after: entryStateSchema,
    reason,
    undoes: { type: 'string', description: 'The id of the change that this one reverts.' },
    sizes: {
      type: 'object',
      description: 'For a change of many features: the number of features in the list before and after it.',
      properties: {
        before: { type: 'integer', minimum: 0 },
        after: { type: 'integer', minimum: 0 },
        names: { type: 'array', items: { type: 'string' }, description: 'Some of the features.' },
        canUndo: {
          type: 'boolean',
          description: 'Whether `undo` can revert the change. A very large change cannot be reverted.',
        },
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
  description: 'One feature in one list, with its latest recorded change.',
  type: 'object',
  properties: entryProperties,
  required: ['list', 'feature', 'blocked', 'permanent'],
  additionalProperties: false,
  examples: [entryExample],
} as const;

/** The response if somebody else changed the entry first. */
export const changedEntrySchema = {
  title: 'ChangedEntry',
  description: 'The current entry, which is not in the state that the request expected.',
  type: 'object',
  properties: { error: { type: 'string', description: 'One sentence.' }, ...entryProperties },
  required: ['error', 'list', 'feature', 'blocked', 'permanent'],
  additionalProperties: false,
  examples: [
    {
      error: 'The entry has changed in the meantime; this response contains its current state.',
      ...entryExample,
    },
  ],
} as const;

/** The response to an edit. */
export const editedSchema = {
  title: 'Edited',
  description: 'The state of the entry before and after the edit. Without `id`, the edit changed nothing.',
  type: 'object',
  properties: {
    id,
    before: entryStateSchema,
    after: entryStateSchema,
    features: {
      type: 'integer',
      minimum: 1,
      description:
        'For an undone change of many features: the number of features. `before` and `after` have no meaning then.',
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
  description: 'Recorded changes, newest first.',
  type: 'object',
  properties: {
    changes: { type: 'array', items: changeSchema },
    next: {
      type: 'string',
      description: 'The value of `before` for the next page. Absent on the last page.',
    },
  },
  required: ['changes'],
  additionalProperties: false,
  examples: [{ changes: changeSchema.examples }],
} as const;

/** The query of a request for the history. */
export const historyQuerySchema = {
  title: 'HistoryQuery',
  description: 'Filters of the history, and a position in it.',
  type: 'object',
  properties: {
    list: {
      type: 'string',
      description: 'Only changes of this list.',
      pattern: '^(global$|client:|server:)',
      examples: ['client:my-mod'],
    },
    feature: { type: 'string', description: 'Only changes of this feature.', examples: ['fly'] },
    actor: { type: 'string', description: 'Only changes by this actor.', examples: ['alex'] },
    source: { enum: CHANGE_SOURCES, description: 'Only changes from this source.', examples: ['console'] },
    before: {
      type: 'string',
      description: 'The value of `next` in the previous page.',
      pattern: HISTORY_POSITION_PATTERN,
      examples: ['1767222000000-0@x'],
    },
    most: {
      type: 'integer',
      description: 'Maximum number of changes in a page.',
      minimum: 1,
      maximum: 200,
      default: 50,
    },
  },
  additionalProperties: false,
} as const;

/** The body of a request that blocks a feature. */
export const blockRequestSchema = {
  title: 'BlockRequest',
  description: 'The reason and the end of the block. Without `until`, the block is permanent.',
  type: 'object',
  properties: { reason, until: { ...stateProperties.until, description: `When the block ends. ${TIME}` } },
  additionalProperties: false,
  examples: [{ reason: 'tournament', until: 4102444800000 }],
} as const;

/** The body of a request that unblocks a feature or undoes a change. */
export const reasonRequestSchema = {
  title: 'ReasonRequest',
  description: 'The reason for the edit.',
  type: 'object',
  properties: { reason },
  additionalProperties: false,
  examples: [{ reason: 'the tournament is over' }],
} as const;

/** The response if an edit was rejected. */
export const editRefusalSchema = {
  title: 'EditRefusal',
  description: 'The reason why a request was refused. If Redis does not answer, an edit may have been made.',
  type: 'object',
  properties: {
    error: { type: 'string', description: 'One sentence.' },
    field: { type: 'string', description: 'The invalid field of the request.' },
    reason: {
      type: 'string',
      description: 'The first word of the error of Redis, such as `MISCONF`, if it rejected a command.',
    },
  },
  required: ['error'],
  additionalProperties: false,
  examples: [{ error: 'The time is in the past, by the clock of Redis.', field: 'until' }],
} as const;

export type EntryStateBody = FromSchema<typeof entryStateSchema>;
export type ChangeBody = FromSchema<typeof changeSchema>;
export type BlocklistEntryBody = FromSchema<typeof blocklistEntrySchema>;
export type EditedBody = FromSchema<typeof editedSchema>;
export type HistoryBody = FromSchema<typeof historySchema>;
export type BlockRequest = FromSchema<typeof blockRequestSchema>;
