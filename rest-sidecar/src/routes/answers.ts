import type { Request, Response } from 'express';
import { sendError } from '../http/error-body.ts';
import type { HttpError } from '../http/error-body.ts';
import { sendRepresentation } from '../http/send-representation.ts';
import type { Representation } from '../http/representation.ts';

/** Before the first load (G8). */
const NOT_LOADED: HttpError = {
  status: 503,
  sentence: 'The data is not loaded yet. Try again in a second.',
  headers: ['Retry-After', '1'],
};

/** @param representation undefined before the first load */
export function answer(
  request: Request,
  response: Response,
  representation: Representation | undefined,
): void | Promise<void> {
  if (representation === undefined) refuse(request, response, NOT_LOADED);
  else return sendRepresentation(request, response, representation);
}

export function refuse(request: Request, response: Response, error: HttpError): void {
  sendError(response, error, request.headers.accept);
}

export function refuseAsInvalid(request: Request, response: Response, sentence: string): void {
  refuse(request, response, { status: 400, sentence });
}
