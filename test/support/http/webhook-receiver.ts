import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers a request; a function that does nothing lets it wait. */
export type AnswerWebhook = (response: ServerResponse) => void;

/** Answers with a status, and possibly headers. */
export function answerWith(status: number, headers: Record<string, string> = {}): AnswerWebhook {
  return (response) => {
    response.writeHead(status, headers).end();
  };
}

/** A receiver of webhooks. It accepts everything, unless it is given other answers. */
export class WebhookReceiver {
  readonly received: ReceivedMessage[] = [];
  /** Requests that wait for their answer. */
  readonly waiting: ServerResponse[] = [];
  /** The answers to the next requests. */
  readonly answers: AnswerWebhook[] = [];
  /** The answer to requests after those. */
  otherwise: AnswerWebhook = answerWith(204);
  readonly #server = createServer((request, response) => {
    void text(request).then((body) => {
      this.received.push({ path: request.url ?? '', headers: request.headers, body });
      this.waiting.push(response);
      response.once('close', () => this.waiting.splice(this.waiting.indexOf(response), 1));
      (this.answers.shift() ?? this.otherwise)(response);
    });
  });
  #port = 0;

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens, after `stop()` on the same port. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Refuses connections from now on. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }
}

/** Returns whether a message is signed with the secret, as standardwebhooks.com specifies. */
export function isSigned({ body, headers }: ReceivedMessage, secret: string): boolean {
  const [id, timestamp] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return headers['webhook-signature'] === `v1,${signature}`;
}
