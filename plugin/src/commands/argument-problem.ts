import { MAX_CHARACTERS, nameProblem } from '../../../shared/feature-control/edit-problems.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { parameterAt } from './command.ts';
import type { Command } from './command.ts';
import type { Options } from './options.ts';

/**
 * Returns the problem of the first argument that is not a valid name of a feature or a client; undefined if
 * all are valid.
 * @param words as many as the parameters allow
 */
export function argumentProblem(
  command: Command,
  words: readonly string[],
  options: Options,
): Message | undefined {
  for (const parameter of ['feature', 'client'] as const) {
    const named = words.filter((_, index) => parameterAt(command, index) === parameter);
    const names = [...named, ...(options.has(parameter) ? [options.get(parameter) ?? ''] : [])];
    if (names.some((name) => nameProblem(name, parameter, false) !== undefined))
      return message(`input.${parameter}`, { most: MAX_CHARACTERS[parameter] });
  }
  return undefined;
}
