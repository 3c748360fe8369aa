import { escapeUnprintable } from '../../shared/escape-unprintable.ts';
import { paint, wantsColours } from './colours.ts';
import type { CommandContext } from './command-context.ts';
import { writeText } from './write-text.ts';

/** Creates the functions with which commands print. They escape unprintable characters. */
export function createPrinters(
  { stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>,
  environment: CommandContext['environment'],
): Pick<CommandContext, 'out' | 'err'> {
  const printerOf = (stream: typeof stdout | typeof stderr): CommandContext['out'] => {
    const isColoured = wantsColours(stream, environment);
    return (line, colour) => {
      const text = escapeUnprintable(line);
      writeText(stream, `${isColoured && colour !== undefined ? paint(text, colour) : text}\n`);
    };
  };
  return { out: printerOf(stdout), err: printerOf(stderr) };
}
