import { escapeUnprintable } from '../../shared/escape-unprintable.ts';
import { paint, wantsColours } from './colours.ts';
import type { CommandContext } from './command-context.ts';
import { writeText } from './write-text.ts';

const CLEAR_LINE = '\r\u001b[2K';

/** Creates the functions with which commands print. They escape unprintable characters. */
export function createPrinters(
  { stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>,
  environment: CommandContext['environment'],
): Required<Pick<CommandContext, 'out' | 'err' | 'progress'>> {
  let shownProgress = '';
  const progress = (text: string): void => {
    if (text !== shownProgress)
      stderr.write(CLEAR_LINE + escapeUnprintable(text).slice(0, (stderr.columns || 80) - 1));
    shownProgress = text;
  };
  const printerOf = (stream: typeof stdout | typeof stderr): CommandContext['out'] => {
    const isColoured = wantsColours(stream, environment);
    return (line, colour) => {
      progress('');
      const text = escapeUnprintable(line);
      writeText(stream, `${isColoured && colour !== undefined ? paint(text, colour) : text}\n`);
    };
  };
  return { out: printerOf(stdout), err: printerOf(stderr), progress };
}
