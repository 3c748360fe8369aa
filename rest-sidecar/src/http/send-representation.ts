import type { Request, Response } from 'express';
import { chooseEncoding } from './content-encoding.ts';
import { isNotModified } from './not-modified.ts';
import type { Representation, Variant } from './representation.ts';

/** Answers 200, or 304 where the client has it already. Of a HEAD request, Node leaves the body out by itself. */
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
  if (isNotModified(request.headers, variant, representation)) {
    response.writeHead(304, variant.notModifiedHeaders as string[]);
    response.end();
  } else {
    response.writeHead(200, variant.okHeaders as string[]);
    response.end(variant.written, 'latin1');
  }
}
