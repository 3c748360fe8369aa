import type { Result } from '../../../shared/result.ts';

/** The values of one query parameter, in the order of the request. */
type QueryValues = Result<readonly string[]>;

const NONE: QueryValues = { ok: true, value: [] };

/** Characters that separate parameters, or encode other characters. */
const SPECIAL = /[&%+]/;

/**
 * Reads the values of one parameter. Other parameters are ignored (G24), and brackets have no meaning.
 * @param url the request target
 */
export function readQuery(url: string, name: string): QueryValues {
  const start = url.indexOf('?');
  if (start === -1) return NONE;
  // Fast path for the usual case: only this parameter, with nothing to decode.
  if (url.startsWith(`${name}=`, start + 1) && !SPECIAL.test(url)) {
    return { ok: true, value: [url.slice(start + name.length + 2)] };
  }
  const values: string[] = [];
  for (const pair of url.slice(start + 1).split('&')) {
    const equals = pair.indexOf('=');
    const key = equals === -1 ? pair : pair.slice(0, equals);
    if (decode(key) !== name) continue;
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    if (value === undefined)
      return { ok: false, problem: `The value of ${name} is not percent-encoded UTF-8.` };
    values.push(value);
  }
  return { ok: true, value: values };
}

/** @returns undefined if the text is not percent-encoded UTF-8 */
function decode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
