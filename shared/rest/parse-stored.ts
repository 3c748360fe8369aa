import { describeViolation } from '../describe-violation.ts';
import type { SchemaValidator } from '../json-schema.ts';
import type { Result } from '../result.ts';

/** Why a record whose key ends with the prefix is rejected: an empty `id` names no record (G23). */
export const EMPTY_ID = 'Its id is empty.';

/**
 * Parses a value of Redis: JSON that fits its schema, or one sentence that says why it is rejected (G26, G32,
 * G57, G77).
 */
export function parseStored<T>(text: string, validate: SchemaValidator<T>): Result<T> {
  const value = parseJson(text);
  if (value === undefined) return { ok: false, problem: 'It is not JSON.' };
  const problem = jsonProblem(value);
  if (problem !== undefined) return { ok: false, problem };
  if (validate(value)) return { ok: true, value };
  return { ok: false, problem: describeViolation(validate.errors?.[0], { whole: 'It' }) };
}

/** @returns undefined if the text is not JSON. V8 parses any nesting depth without recursion. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * The maximum nesting depth of arrays and objects in a stored value (G57). `JSON.stringify` fails at about
 * four times this depth.
 */
const MAX_LEVELS = 1000;

/**
 * Returns why a parsed value cannot be served: it is nested too deeply (G57), has a number beyond the range
 * of a double, which was parsed as an infinity (G32), or has a lone surrogate (G77), because of which many
 * JSON parsers refuse the whole response.
 * @returns one sentence, or undefined if there is no problem
 */
function jsonProblem(value: unknown, remainingLevels = MAX_LEVELS): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : 'It holds a lone surrogate.';
  if (typeof value === 'number' && !Number.isFinite(value))
    return 'It holds a number beyond the range of a double.';
  if (typeof value !== 'object' || value === null) return undefined;
  if (remainingLevels === 0) return `It is nested deeper than ${MAX_LEVELS} levels.`;
  for (const [name, child] of Object.entries(value)) {
    const problem = jsonProblem(name) ?? jsonProblem(child, remainingLevels - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
