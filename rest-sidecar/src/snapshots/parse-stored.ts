import { describeViolation } from '../../../shared/describe-violation.ts';
import type { SchemaValidator } from '../../../shared/json-schema.ts';
import { jsonProblem } from './json-problem.ts';

export type Stored<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** A value of the store: JSON that fits its schema, or a sentence that says why it is left out (G26, G32, G57). */
export function parseStored<T>(text: string, validate: SchemaValidator<T>): Stored<T> {
  const value = parseJson(text);
  if (value === undefined) return { ok: false, reason: 'It is not JSON.' };
  const problem = jsonProblem(value);
  if (problem !== undefined) return { ok: false, reason: problem };
  if (validate(value)) return { ok: true, value };
  return { ok: false, reason: describeViolation(validate.errors?.[0], { whole: 'It' }) };
}

/** @returns undefined where the text is not JSON. V8 reads it without recursion, however deeply it is nested. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
