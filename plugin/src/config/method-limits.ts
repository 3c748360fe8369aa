import { METHODS } from '../../../shared/feature-control/methods.ts';
import type { MethodLimits } from '../../../shared/feature-control/methods.ts';
import type { FromSchema } from '../../../shared/json-schema.ts';

/** The table of one method in `[limits]`. Every key is required, and no other is allowed. */
const limitSchema = {
  type: 'object',
  properties: {
    'max-requests': { type: 'integer', minimum: 1, maximum: 1000 },
    'window-ms': { type: 'integer', minimum: 1, maximum: 86_400_000 },
  },
  required: ['max-requests', 'window-ms'],
  additionalProperties: false,
} as const;

type LimitTable = FromSchema<typeof limitSchema>;

/** The schemas of the tables in `[limits]` by table name, one for each method. */
export const limitSchemas: Readonly<Record<string, typeof limitSchema>> = Object.fromEntries(
  METHODS.map(({ name }) => [limitTableOf(name), limitSchema]),
);

/** Returns the name of a method's table in `[limits]`: `check-features` for `checkFeatures`. */
export function limitTableOf(method: string): string {
  return method.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** @param tables `[limits]` after validation, with a table for each method */
export function readMethodLimits(tables: Readonly<Record<string, unknown>>): MethodLimits {
  const limits = METHODS.map(({ name }) => {
    const table = tables[limitTableOf(name)] as LimitTable;
    return [name, { maxRequests: table['max-requests'], windowMs: table['window-ms'] }];
  });
  return Object.fromEntries(limits) as MethodLimits;
}
