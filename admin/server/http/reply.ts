import type { Response } from 'express';

/** What an endpoint answers. */
export interface Reply {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON if it is an object. */
  readonly body?: object | string;
}

/** An error response. */
export interface Refusal extends Reply {
  readonly status: number;
}

/** Sends a reply. */
export function send(response: Response, { status = 200, headers = {}, body }: Reply): void {
  response.status(status).set(headers).send(body);
}
