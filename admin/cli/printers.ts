import { styleText } from 'node:util';
import { escapeUnprintable } from '../../shared/escape-unprintable.ts';
import type { CommandContext } from './command-context.ts';
import { writeText } from './write-text.ts';

/**
 * Creates the functions with which commands print. They escape unprintable characters, and use colours on a
 * terminal, as `NO_COLOR` and `FORCE_COLOR` say.
 */
export function createPrinters({
  stdout,
  stderr,
}: Pick<NodeJS.Process, 'stdout' | 'stderr'>): Pick<CommandContext, 'out' | 'err'> {
  const printerOf =
    (stream: typeof stdout | typeof stderr): CommandContext['out'] =>
    (line, colour) => {
      const text = escapeUnprintable(line);
      writeText(stream, `${colour === undefined ? text : styleText(colour, text, { stream })}\n`);
    };
  return { out: printerOf(stdout), err: printerOf(stderr) };
}
