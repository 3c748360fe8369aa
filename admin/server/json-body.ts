import type { IncomingMessage } from 'node:http';
import { MALFORMED_BODY, NO_JSON_BODY, TOO_LARGE_BODY } from './operator-answers.ts';
import type { OperatorAnswer } from './operator-answers.ts';

/** Limit of a body. An edit has a few hundred bytes. */
const MAX_BYTES = 16 * 1024;

const JSON_TYPE = /^application\/json\s*(?:;\s*charset=(?:utf-8|"utf-8")\s*)?$/i;

/** Reads a JSON body. @returns its value, undefined without a body; or the response to an invalid body */
export async function readJsonBody(
  request: IncomingMessage,
): Promise<{ readonly value: unknown } | { readonly refusal: OperatorAnswer }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length;
      if (bytes > MAX_BYTES) return { refusal: TOO_LARGE_BODY };
      chunks.push(chunk as Buffer);
    }
  } catch {
    // The client has disconnected.
    return { refusal: MALFORMED_BODY };
  }
  if (bytes === 0) return { value: undefined };
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) return { refusal: NO_JSON_BODY };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { refusal: MALFORMED_BODY };
  }
}
