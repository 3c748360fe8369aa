const CODES = { red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36, grey: 90, bold: 1 };

/**
 * @param {NodeJS.WriteStream} stream
 * @param {NodeJS.ProcessEnv} [env] `NO_COLOR` (any non-empty value) turns colours off
 * @returns {Record<keyof typeof CODES, (text: string) => string>} functions that colour a text, or return it
 * unchanged if the stream is not a terminal
 */
export function createColours(stream, env = process.env) {
  const isEnabled = stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const painter = (code) => (text) => (isEnabled ? `\u001b[${code}m${text}\u001b[0m` : text);
  return Object.fromEntries(Object.entries(CODES).map(([name, code]) => [name, painter(code)]));
}
