import { describeViolation } from '../../../shared/describe-violation.ts';
import type { SchemaValidator } from '../../../shared/json-schema.ts';

export type Stored<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** A value of the store: JSON that fits its schema, or a sentence that says why it is left out (G26). */
export function parseStored<T>(text: string, validate: SchemaValidator<T>): Stored<T> {
  const value = parseJson(text);
  if (value === undefined) return { ok: false, reason: 'It is not JSON.' };
  if (validate(value)) return { ok: true, value };
  return { ok: false, reason: describeViolation(validate.errors?.[0], { whole: 'It' }) };
}

/** @returns undefined where the text is not JSON, or nested too deeply to be read and written */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    JSON.stringify(value);
    return value;
  } catch {
    return undefined;
  }
}
