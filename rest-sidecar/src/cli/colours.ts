const CODES = { red: 31, green: 32, yellow: 33, cyan: 36, grey: 90, bold: 1 } as const;

/** What a line can be shown in, on a terminal. */
export type Colour = keyof typeof CODES;

interface Stream {
  readonly isTTY?: boolean | undefined;
}

/**
 * Whether a stream is to be coloured: where it is a terminal, unless `NO_COLOR` is set; `FORCE_COLOR` has
 * it coloured wherever it goes, unless it is `0` (https://no-color.org, https://force-color.org).
 */
export function wantsColours(
  stream: Stream,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = environment;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return NO_COLOR === '' && stream.isTTY === true && TERM !== 'dumb';
}

/** @param line escaped already */
export function paint(line: string, colour: Colour): string {
  return `\u001b[${CODES[colour]}m${line}\u001b[0m`;
}
