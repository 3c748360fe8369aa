import type { FromSchema } from '../json-schema.ts';

const epochMs = { type: 'integer', description: 'Milliseconds since the Unix epoch, UTC.' } as const;

/** One blocklist. What is left out of a very long one, `size` tells. */
export const blocklistViewSchema = {
  title: 'Blocklist',
  type: 'object',
  properties: {
    client: { type: 'string', description: 'Whose list it is; absent for the global one.' },
    size: { type: 'integer', minimum: 0, description: 'How many features are blocked.' },
    features: {
      type: 'array',
      items: { type: 'string' },
      description: 'In code unit order; the first found of a list that is longer than can be shown.',
    },
  },
  required: ['size', 'features'],
  additionalProperties: false,
} as const;

/** All blocklists: the global one, and how long the personal ones are. */
export const blocklistsViewSchema = {
  title: 'Blocklists',
  type: 'object',
  properties: {
    global: blocklistViewSchema,
    clients: {
      type: 'array',
      items: {
        type: 'object',
        properties: { client: { type: 'string' }, size: { type: 'integer', minimum: 0 } },
        required: ['client', 'size'],
        additionalProperties: false,
      },
      description: 'Each client with a personal list, in code unit order.',
    },
  },
  required: ['global', 'clients'],
  additionalProperties: false,
} as const;

/** Which limits a player has reached, and until when. */
export const rateLimitsViewSchema = {
  title: 'RateLimits',
  type: 'object',
  properties: {
    player: { type: 'string', description: 'UUID, in lower case with hyphens.' },
    limits: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          method: { type: 'string' },
          until: { ...epochMs, description: 'When the permit is free again, by the clock of Redis.' },
        },
        required: ['method', 'until'],
        additionalProperties: false,
      },
      description: 'Empty where the player is limited nowhere.',
    },
  },
  required: ['player', 'limits'],
  additionalProperties: false,
} as const;

export const readinessSchema = {
  title: 'Readiness',
  type: 'object',
  properties: { ready: { type: 'boolean' } },
  required: ['ready'],
  additionalProperties: false,
} as const;

export type BlocklistView = FromSchema<typeof blocklistViewSchema>;
export type BlocklistsView = FromSchema<typeof blocklistsViewSchema>;
export type RateLimitsView = FromSchema<typeof rateLimitsViewSchema>;
export type Readiness = FromSchema<typeof readinessSchema>;
