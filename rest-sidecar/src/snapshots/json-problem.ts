/**
 * Levels of arrays and objects that a stored value may have (G57). Many readers of JSON stop there, and `JSON.stringify`
 * fails at some four times as many.
 */
export const MAX_LEVELS = 1000;

/**
 * Why a value that was read from JSON cannot be written as the same JSON: it is nested too deeply (G57), or a number of it
 * lies beyond the range of a double and was read as an infinity (G32).
 * @param value from `JSON.parse`
 * @returns one sentence, or undefined where there is nothing wrong
 */
export function jsonProblem(value: unknown, levels = MAX_LEVELS): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : BEYOND_DOUBLE;
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return TOO_DEEP;
  for (const inner of Object.values(value)) {
    const problem = typeof inner === 'string' ? undefined : jsonProblem(inner, levels - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const TOO_DEEP = `It is nested deeper than ${MAX_LEVELS} levels.`;
const BEYOND_DOUBLE = 'It holds a number beyond the range of a double.';
