import type { Request, Response } from 'express';
import { chooseEncoding } from './content-encoding.ts';
import { judge } from './conditions.ts';
import { sendError } from './error-body.ts';
import { CONDITION_FAILED } from './refusals.ts';
import type { Representation, Variant } from './representation.ts';

/** Answers 200, 304 where the client has it already, or 412 where it wants no other. Of a HEAD request, Node leaves the body out by itself. */
export function sendRepresentation(
  request: Request,
  response: Response,
  representation: Representation,
): void | Promise<void> {
  const acceptEncoding = request.headers['accept-encoding'];
  const encoding = acceptEncoding === undefined ? undefined : chooseEncoding(acceptEncoding);
  const variant = representation.variant(encoding);
  if (variant instanceof Promise) return sendLater(request, response, { representation, variant });
  send(request, response, { representation, variant });
}

interface Chosen<T> {
  readonly representation: Representation;
  readonly variant: T;
}

async function sendLater(
  request: Request,
  response: Response,
  { representation, variant }: Chosen<Promise<Variant>>,
): Promise<void> {
  send(request, response, { representation, variant: await variant });
}

function send(request: Request, response: Response, { representation, variant }: Chosen<Variant>): void {
  switch (judge(request.headers, variant, representation)) {
    case 'send':
      response.writeHead(200, variant.okHeaders);
      response.end(variant.written, 'latin1');
      return;
    case 'not modified':
      response.writeHead(304, variant.notModifiedHeaders);
      response.end();
      return;
    case 'failed':
      sendError(response, CONDITION_FAILED, request.headers.accept);
  }
}
