const CODES = { red: 31, green: 32, yellow: 33, cyan: 36, grey: 90, bold: 1 } as const;

/** A colour or style of a line on a terminal. */
export type Colour = keyof typeof CODES;

interface Stream {
  readonly isTTY?: boolean | undefined;
}

/**
 * Returns whether output to a stream is coloured: on a terminal, unless `NO_COLOR` is set. `FORCE_COLOR`
 * overrides both: `0` and `false` disable colours, any other value enables them (https://no-color.org,
 * https://force-color.org).
 */
export function wantsColours(
  stream: Stream,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = environment;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return NO_COLOR === '' && stream.isTTY === true && TERM !== 'dumb';
}

/** Wraps a line in the escape sequences of a colour. @param line already escaped */
export function paint(line: string, colour: Colour): string {
  return `\u001b[${CODES[colour]}m${line}\u001b[0m`;
}
