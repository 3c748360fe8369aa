import { METHODS } from '../../../shared/feature-control/methods.ts';
import type { MethodLimits } from '../../../shared/feature-control/methods.ts';

/** The schemas of the settings in `[limits]`, which has a table for each method. */
export const limitProperties: object = Object.fromEntries(
  METHODS.flatMap(({ name }) => [
    [`limits.${limitTableOf(name)}.max-requests`, { type: 'integer', minimum: 1, maximum: 1000 }],
    [`limits.${limitTableOf(name)}.window-ms`, { type: 'integer', minimum: 1, maximum: 86_400_000 }],
  ]),
);

/** Returns the name of a method's table in `[limits]`: `check-features` for `checkFeatures`. */
export function limitTableOf(method: string): string {
  return method.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** @param values the settings after validation */
export function readMethodLimits(values: Readonly<Record<string, unknown>>): MethodLimits {
  const limits = METHODS.map(({ name }) => {
    const table = `limits.${limitTableOf(name)}`;
    return [name, { maxRequests: values[`${table}.max-requests`], windowMs: values[`${table}.window-ms`] }];
  });
  return Object.fromEntries(limits) as MethodLimits;
}
