import { CHANGE_SOURCES, MAX_EDITED_FEATURES } from '../feature-control/blocklist-change.ts';
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

const feature = { type: 'string', description: 'The name of the feature.' } as const;

const reason = {
  type: 'string',
  maxLength: MAX_CHARACTERS.reason,
  description: 'The reason. Text without control characters and line breaks.',
} as const;

/** The state of a feature in one list. */
const stateProperties = {
  blocked: { type: 'boolean', description: 'Whether this list blocks the feature.' },
  permanent: {
    type: 'boolean',
    description:
      'Only with `until`: whether there is a permanent block, too, so that the feature stays blocked after that.',
  },
  until: {
    type: 'integer',
    minimum: 0,
    maximum: LAST_MS,
    description: `When the timed block ends. Absent if there is none. ${TIME}`,
  },
} as const;

/** The state of a feature in one list. */
export const entryStateSchema = {
  title: 'EntryState',
  description: 'The state of a feature in one list.',
  type: 'object',
  properties: stateProperties,
  required: ['blocked'],
  additionalProperties: false,
  examples: [{ blocked: true, until: 1767225600000 }],
} as const;

const id = { type: 'string', description: 'The id of the change, for `undo`.' } as const;
const actor = {
  type: 'string',
  description: 'Who made the change: a player, a user, or the name of a token.',
} as const;
const at = { type: 'integer', minimum: 0, description: `When the change was recorded. ${TIME}` } as const;

const featureChangeSchema = {
  title: 'FeatureChange',
  description: 'The change of one feature. With the same state before and after, only the reason was new.',
  type: 'object',
  properties: { feature, before: entryStateSchema, after: entryStateSchema },
  required: ['feature', 'before', 'after'],
  additionalProperties: false,
} as const;

const changes = { type: 'array', items: featureChangeSchema } as const;

const featureChangeExample = {
  feature: 'minimap',
  before: { blocked: false },
  after: { blocked: true, until: 1767225600000 },
};

/** One recorded change. */
export const changeSchema = {
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
    changes,
    total: {
      type: 'integer',
      minimum: 1,
      description:
        'Number of changed features. Larger than the number of `changes` if the change was too large to be ' +
        'recorded whole, and cannot be undone.',
    },
    reason,
    undoes: {
      type: 'array',
      items: { type: 'string' },
      description: 'The ids of the changes that this one reverts. Absent if it is not an undo.',
    },
    batch: {
      type: 'string',
      description: 'The common id of changes of several lists that were made together, for `undo`.',
    },
  },
  required: ['id', 'at', 'actor', 'source', 'list', 'changes', 'total'],
  additionalProperties: false,
  examples: [
    {
      id: '1767222000000-0-1k2j3h4',
      at: 1767222000000,
      actor: 'alex',
      source: 'console',
      list: 'client:my-mod',
      changes: [featureChangeExample],
      total: 1,
      reason: 'tournament',
    },
  ],
} as const;

/** The overview of a list. */
const listSummaryProperties = {
  list,
  size: { type: 'integer', minimum: 0, description: 'Number of blocked features.' },
  timed: { type: 'integer', minimum: 0, description: 'How many of these are blocked only until a time.' },
} as const;

/** The response with all lists. */
export const blocklistsSchema = {
  title: 'Blocklists',
  description: 'All lists: the global one first.',
  type: 'object',
  properties: {
    lists: {
      type: 'array',
      items: {
        title: 'ListSummary',
        type: 'object',
        properties: listSummaryProperties,
        required: ['list', 'size', 'timed'],
        additionalProperties: false,
      },
    },
  },
  required: ['lists'],
  additionalProperties: false,
  examples: [{ lists: [{ list: 'global', size: 2, timed: 1 }] }],
} as const;

/** The response with one list. */
export const blocklistSchema = {
  title: 'Blocklist',
  description: 'All features that one list blocks.',
  type: 'object',
  properties: {
    list,
    version: { type: 'string', description: 'Unique for each version of the list.' },
    features: {
      type: 'object',
      description: 'The state of each blocked feature.',
      additionalProperties: entryStateSchema,
    },
  },
  required: ['list', 'version', 'features'],
  additionalProperties: false,
  examples: [
    {
      list: 'global',
      version: '5f0c9a2b7d31-7',
      features: { fly: { blocked: true }, radar: { blocked: true, until: 1767225600000 } },
    },
  ],
} as const;

/** The response with one feature of one list. */
export const blocklistEntrySchema = {
  title: 'BlocklistEntry',
  description: 'One feature in one list, with its latest recorded change.',
  type: 'object',
  properties: { list, feature, ...stateProperties, lastChange: changeSchema },
  required: ['list', 'feature', 'blocked'],
  additionalProperties: false,
  examples: [{ list: 'global', feature: 'fly', blocked: true }],
} as const;

/** The response if somebody else changed an entry first. */
export const editConflictSchema = {
  title: 'EditConflict',
  description: 'The entries that are in another state than the request expects. Their list was not changed.',
  type: 'object',
  properties: {
    error: { type: 'string', description: 'One sentence.' },
    list,
    conflicts: {
      type: 'array',
      items: {
        title: 'Conflict',
        type: 'object',
        properties: { feature, state: entryStateSchema, actor, at, reason },
        required: ['feature', 'state'],
        additionalProperties: false,
      },
    },
  },
  required: ['error', 'list', 'conflicts'],
  additionalProperties: false,
  examples: [
    {
      error: 'Somebody else has changed 1 entry of this list in the meantime; it was not changed.',
      list: 'global',
      conflicts: [{ feature: 'zoom', state: { blocked: false }, actor: 'alex', at: 1767222000000 }],
    },
  ],
} as const;

/** The response to an edit. */
export const editedSchema = {
  title: 'Edited',
  description: 'The changes that an edit has made. Without `id`, it has changed nothing.',
  type: 'object',
  properties: { id, list, changes },
  required: ['list', 'changes'],
  additionalProperties: false,
  examples: [{ id: '1767222000000-0-1k2j3h4', list: 'client:my-mod', changes: [featureChangeExample] }],
} as const;

/** The schema of features of several lists, by the name of the list. */
const keptFeatures = <Description extends string>(description: Description) =>
  ({
    type: 'object',
    description,
    additionalProperties: { type: 'array', items: { type: 'string' } },
  }) as const;

/** The response to an undo. */
export const undoneSchema = {
  title: 'Undone',
  description: 'The edits that an undo has made: one for each list and 1,000 of its features.',
  type: 'object',
  properties: {
    edits: { type: 'array', items: editedSchema },
    kept: keptFeatures('Only with `dryRun`: the features that were changed otherwise since, by list.'),
  },
  required: ['edits'],
  additionalProperties: false,
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
    source: {
      enum: CHANGE_SOURCES,
      description: 'Only changes from this source.',
      examples: ['console'],
    },
    batch: {
      type: 'string',
      description: 'Only changes with this common id.',
      examples: ['5f0c9a2b7d31'],
    },
    since: {
      type: 'integer',
      description: `Only changes from this time on. ${TIME}`,
      minimum: 0,
      maximum: LAST_MS,
      examples: [1767222000000],
    },
    before: {
      type: 'string',
      description: 'The value of `next` in the previous page.',
      pattern: HISTORY_POSITION_PATTERN,
      examples: ['1767222000000-0@x'],
    },
    most: {
      type: 'integer',
      description: 'Maximum number of changes in a page. It has fewer if they name more than 2,000 features.',
      minimum: 1,
      maximum: 200,
      default: 50,
    },
  },
  additionalProperties: false,
} as const;

/** The body of a request that edits several entries of one list. */
export const listEditSchema = {
  title: 'ListEdit',
  description: 'The wanted states of features of one list. All are changed in one step, or none.',
  type: 'object',
  properties: {
    reason,
    features: {
      type: 'object',
      description: 'The wanted state of each feature.',
      additionalProperties: entryStateSchema,
      minProperties: 1,
      maxProperties: MAX_EDITED_FEATURES,
    },
    expected: {
      type: 'object',
      description:
        'The states that were seen, of any of these features. If an entry is in neither its expected nor its ' +
        'wanted state, nothing is changed.',
      additionalProperties: entryStateSchema,
      maxProperties: MAX_EDITED_FEATURES,
    },
  },
  required: ['features'],
  additionalProperties: false,
  examples: [
    {
      reason: 'tournament',
      features: {
        fly: { blocked: true },
        radar: { blocked: true, until: 1893456000000 },
        zoom: { blocked: false },
      },
      expected: { zoom: { blocked: true } },
    },
  ],
} as const;

/** The body of a request that blocks a feature. */
export const blockRequestSchema = {
  title: 'BlockRequest',
  description: 'The reason and the end of the block. Without `until`, the block is permanent.',
  type: 'object',
  properties: { reason, until: { ...stateProperties.until, description: `When the block ends. ${TIME}` } },
  additionalProperties: false,
  examples: [{ reason: 'tournament', until: 1893456000000 }],
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

/** Maximum number of ids in a request that undoes several changes. */
export const MAX_UNDONE = 1000;

/** The body of a request that undoes several changes. */
export const undoRequestSchema = {
  title: 'UndoRequest',
  description: 'The changes to revert, with one edit for each list and 1,000 of its features.',
  type: 'object',
  properties: {
    reason,
    ids: {
      type: 'array',
      description: 'The ids of changes, or common ids of several.',
      items: { type: 'string', minLength: 1 },
      minItems: 1,
      maxItems: MAX_UNDONE,
    },
    kept: keptFeatures('Features that are left as they are, by list.'),
    dryRun: {
      type: 'boolean',
      description: 'Whether to write nothing, and respond with what would be reverted, and what cannot be.',
    },
  },
  required: ['ids'],
  additionalProperties: false,
  examples: [{ ids: ['1767222000000-0-1k2j3h4'], kept: { global: ['fly'] } }],
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
export type FeatureChangeBody = FromSchema<typeof featureChangeSchema>;
export type ChangeBody = FromSchema<typeof changeSchema>;
export type BlocklistsBody = FromSchema<typeof blocklistsSchema>;
export type ListSummary = BlocklistsBody['lists'][number];
export type BlocklistBody = FromSchema<typeof blocklistSchema>;
export type BlocklistEntryBody = FromSchema<typeof blocklistEntrySchema>;
export type EditConflictBody = FromSchema<typeof editConflictSchema>;
export type EditedBody = FromSchema<typeof editedSchema>;
export type UndoneBody = FromSchema<typeof undoneSchema>;
export type HistoryBody = FromSchema<typeof historySchema>;
export type ListEditBody = FromSchema<typeof listEditSchema>;
export type UndoRequest = FromSchema<typeof undoRequestSchema>;
export type BlockRequest = FromSchema<typeof blockRequestSchema>;
