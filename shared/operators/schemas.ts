import { storedTokenSchema } from './stored-token.ts';
import { blocklistsViewSchema, blocklistViewSchema, rateLimitsViewSchema, readinessSchema } from './views.ts';

/** What the build compiles to `validators.js`: one validator of the same name for each schema. */
export const schemas = {
  storedToken: storedTokenSchema,
  blocklistView: blocklistViewSchema,
  blocklistsView: blocklistsViewSchema,
  rateLimitsView: rateLimitsViewSchema,
  readiness: readinessSchema,
} as const;
