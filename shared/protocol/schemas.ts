import { requestIdSchema, requestSchema } from './envelope.ts';

/** The schemas that the build compiles to `validators.js`: one validator of the same name for each. */
export const schemas = {
  requestId: requestIdSchema,
  request: requestSchema,
} as const;
