import { describeViolation } from '../../../shared/describe-violation.ts';
import type { SchemaValidator } from '../../../shared/json-schema.ts';

export type Stored<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/**
 * A value of the store: JSON that fits its schema, or a sentence that says why it is left out (G26, G32,
 * G57).
 */
export function parseStored<T>(text: string, validate: SchemaValidator<T>): Stored<T> {
  const value = parseJson(text);
  if (value === undefined) return { ok: false, reason: 'It is not JSON.' };
  const problem = jsonProblem(value);
  if (problem !== undefined) return { ok: false, reason: problem };
  if (validate(value)) return { ok: true, value };
  return { ok: false, reason: describeViolation(validate.errors?.[0], { whole: 'It' }) };
}

/**
 * @returns undefined where the text is not JSON. V8 reads it without recursion, however deeply it is nested.
 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Levels of arrays and objects that a stored value may have (G57). Many readers of JSON stop there, and
 * `JSON.stringify` fails at some four times as many.
 */
const MAX_LEVELS = 1000;

/**
 * Why a value that was read from JSON cannot be written as the same JSON: it is nested too deeply (G57), or a
 * number of it lies beyond the range of a double and was read as an infinity (G32).
 * @returns one sentence, or undefined where there is nothing wrong
 */
function jsonProblem(value: unknown, levels = MAX_LEVELS): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value))
    return 'It holds a number beyond the range of a double.';
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return `It is nested deeper than ${MAX_LEVELS} levels.`;
  for (const inner of Object.values(value)) {
    const problem = typeof inner === 'string' ? undefined : jsonProblem(inner, levels - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
