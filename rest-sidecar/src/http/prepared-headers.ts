import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { HeaderList } from './header-list.ts';

/**
 * Headers that are sent many times. `writeHead` takes them as the list that they are; of any other list, Node looks through all names and values for characters
 * that may not be sent, and puts the lines together, for each response anew. `fast-express.ts` spares it that for these.
 */
export interface PreparedHeaders extends Array<string> {
  /** Most of them, as they are sent. */
  readonly lines: string;
  /** The others, of which Node makes lines. */
  readonly others: HeaderList;
}

/**
 * @param headers none of them that Node reads as well, as `Content-Length` or `Connection`
 * @throws {TypeError} where a name or a value has characters that may not be sent
 */
export function prepareHeaders(headers: HeaderList): PreparedHeaders {
  const lines: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    validateHeaderName(name);
    validateHeaderValue(name, value);
    lines.push(`${name}: ${value}\r\n`);
  }
  return Object.assign([...headers], { lines: lines.join(''), others: [] });
}

/** The same lines for two lists, and `others`, whatever they are. */
export function withOthers(prepared: PreparedHeaders, others: HeaderList): PreparedHeaders {
  return Object.assign([...others, ...prepared], { lines: prepared.lines, others });
}
