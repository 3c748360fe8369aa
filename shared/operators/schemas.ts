import { storedTokenSchema } from './stored-token.ts';

/** What the build compiles to `validators.js`: one validator of the same name for each schema. */
export const schemas = { storedToken: storedTokenSchema } as const;
