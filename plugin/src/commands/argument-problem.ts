import { MAX_CHARACTERS, nameProblem } from '../../../shared/feature-control/edit-problems.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Command } from './command.ts';
import type { Options } from './options.ts';

/**
 * Returns the problem of the first argument that is not a valid name of a feature or a client; undefined if
 * all are valid.
 * @param words as many as the parameters allow
 */
export function argumentProblem(
  { parameters }: Command,
  words: readonly string[],
  options: Options,
): Message | undefined {
  const shown = parameters.split(' ');
  for (const kind of ['feature', 'client'] as const) {
    // Words beyond the last parameter repeat it: `<feature…>`.
    const named = words.filter((_, index) => (shown[index] ?? parameters).includes(kind));
    const names = [...named, ...(options.has(kind) ? [options.get(kind) ?? ''] : [])];
    if (names.some((name) => nameProblem(name, kind, false) !== undefined))
      return message(`input.${kind}`, { most: MAX_CHARACTERS[kind] });
  }
  return undefined;
}
