import type { ServerResponse } from 'node:http';
import { HTTP_ERRORS } from '../../../node/http/errors.ts';
import type { HttpError } from '../../../node/http/errors.ts';
import { endInOneWrite } from '../../../node/platform-workarounds/end-in-one-write.ts';
import { evaluateConditions } from './conditions.ts';
import { ERRORS, sendError } from './errors.ts';
import { chooseEncoding } from './negotiation.ts';
import { Representation } from './representation.ts';
import type { Variant } from './representation.ts';

/** The answer to a GET request. Undefined before the initial load, which is a 503 (G8). */
export type Answer = Representation | HttpError | undefined;

/** @returns a promise if a large body is compressed for the first time */
export function sendAnswer(response: ServerResponse, answer: Answer): void | Promise<void> {
  if (!(answer instanceof Representation)) {
    sendError(response, answer ?? HTTP_ERRORS.notLoaded);
    return;
  }
  const variant = answer.variant(chooseEncoding(response.req));
  if (!(variant instanceof Promise)) {
    send(response, answer, variant);
    return;
  }
  return variant.then((compressed) => {
    send(response, answer, compressed);
  });
}

/**
 * Sends 200, 304 if the client already has the representation, or 412 if a precondition failed. Node omits
 * the body of a response to HEAD.
 */
function send(response: ServerResponse, representation: Representation, variant: Variant): void {
  switch (evaluateConditions(response.req.headers, variant, representation.changed)) {
    case 'send':
      response.writeHead(200, variant.okHeaders);
      if (typeof variant.payload === 'string') endInOneWrite(response, variant.payload);
      else response.end(variant.payload);
      return;
    case 'not modified':
      response.writeHead(304, variant.notModifiedHeaders).end();
      return;
    case 'failed':
      sendError(response, ERRORS.conditionFailed);
  }
}
