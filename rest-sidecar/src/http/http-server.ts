import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Logger } from '../../../shared/logger.ts';
import { answerBrokenConnections } from './connection-errors.ts';
import type { FastExpress } from './fast-express.ts';
import { Gate } from './gate.ts';
import { MOST_HEADERS } from './refusals.ts';

/** Where to listen. */
export interface ListenAddress {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

export interface HttpServerSettings {
  readonly maxConnections: number;
  readonly keepAliveMs: number;
  readonly logger: Logger;
  /** A connection on which an answer waits to be read is ended when nothing moves for this long; 20 s by default. */
  readonly stalledMs?: number;
}

/** From the first byte of a request to the end of its headers, and to the end of it. */
const HEADERS_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 10_000;

const STALLED_MS = 20_000;

/** How often overdue requests, and answers that wait, are looked for. */
const CHECKING_MS = 1000;

const LARGEST_HEADERS_BYTES = 16 * 1024;

/** On stopping, who sends requests all the time is told for this long that the connection closes, before idle ones are closed. */
const NOTICE_MS = 500;

/** Then what is under way may go on for this long. */
const GRACE_MS = 8000;

const REQUEST_STARTED = 'http.server.request.start';
const RESPONSE_FINISHED = 'http.server.response.finish';

/** A response that was written, and the seconds from when the headers of its request were read. */
export type ResponseListener = (status: number, seconds: number) => void;

/** A server with limits on all that a client can draw out. */
export class HttpServer {
  readonly #server: Server;
  readonly #gate: Gate;
  readonly #connections = new Set<Socket>();
  readonly #stalledMs: number;
  #watching: NodeJS.Timeout | undefined;

  constructor({ handle, createServer, pipelining }: FastExpress, settings: HttpServerSettings) {
    this.#gate = new Gate(handle);
    this.#stalledMs = settings.stalledMs ?? STALLED_MS;
    this.#server = createServer(
      {
        maxHeaderSize: LARGEST_HEADERS_BYTES,
        connectionsCheckingInterval: CHECKING_MS,
        headersTimeout: HEADERS_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        keepAliveTimeout: settings.keepAliveMs,
        // The gate asks for it, and says what is missing.
        requireHostHeader: false,
        noDelay: true,
      },
      pipelining.bound((request, response) => {
        this.#gate.take(request, response);
      }),
    );
    pipelining.endConnections(this.#server, this.#stalledMs);
    this.#server.maxConnections = settings.maxConnections;
    // With one more, so that it is seen that there are too many.
    this.#server.maxHeadersCount = MOST_HEADERS + 1;
    answerBrokenConnections(this.#server, this.#gate, pipelining);
    this.#server.on('connection', (connection: Socket) => {
      this.#connections.add(connection);
      connection.once('close', () => this.#connections.delete(connection));
    });
    this.#tellOfDrops(settings);
  }

  /** @returns the port @throws when the address is taken, or none of this machine */
  async listen({ host, port }: ListenAddress): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ host, port, backlog: 511 }, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    this.#watching = setInterval(() => {
      this.#limitWaiting();
    }, CHECKING_MS);
    return (this.#server.address() as AddressInfo).port;
  }

  /** @param listener is called for each response that was written, until the returned function is called */
  watchResponses(listener: ResponseListener): () => void {
    const startedAtMs = new WeakMap<ServerResponse, number>();
    // Node publishes the requests and responses of all its servers.
    const isOurs = (message: unknown): message is { readonly response: ServerResponse } =>
      (message as { readonly server: unknown }).server === this.#server;
    const start = (message: unknown): void => {
      if (isOurs(message)) startedAtMs.set(message.response, performance.now());
    };
    const finish = (message: unknown): void => {
      if (!isOurs(message)) return;
      const { response } = message;
      const nowMs = performance.now();
      listener(response.statusCode, (nowMs - (startedAtMs.get(response) ?? nowMs)) / 1000);
    };
    subscribe(REQUEST_STARTED, start);
    subscribe(RESPONSE_FINISHED, finish);
    return () => {
      unsubscribe(REQUEST_STARTED, start);
      unsubscribe(RESPONSE_FINISHED, finish);
    };
  }

  /** Answers what was asked, takes no more, and is done after 10 s at the latest. */
  async stop(): Promise<void> {
    this.#gate.closeAfterEachResponse();
    await new Promise((resolve) => setTimeout(resolve, NOTICE_MS));
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
    this.#closeIdle();
    // Node no longer knows of those on which it was to stop reading.
    const deadline = setTimeout(() => {
      for (const connection of this.#connections) connection.destroy();
    }, GRACE_MS);
    await closed;
    clearTimeout(deadline);
    clearInterval(this.#watching);
  }

  /** Node's own time-out for all connections would be set anew with each request. Few answers wait to be read; those are looked for. */
  #limitWaiting(): void {
    for (const connection of this.#connections) {
      const isWaiting = connection.writableLength > 0;
      // When the answer is read, Node sets another one.
      if (isWaiting && connection.timeout !== this.#stalledMs) connection.setTimeout(this.#stalledMs);
    }
  }

  /** Those on which nothing was asked, or not to the end; Node closes only those on which something was. */
  #closeIdle(): void {
    for (const connection of this.#connections) {
      const isIdle = !this.#gate.isAnswering(connection) && connection.writableLength === 0;
      if (isIdle) connection.destroy();
    }
  }

  #tellOfDrops({ logger, maxConnections }: HttpServerSettings): void {
    let isTold = false;
    this.#server.on('drop', () => {
      if (!isTold) logger.warn(`Connections are refused: MAX_CONNECTIONS (${maxConnections}) reached`);
      isTold = true;
    });
  }
}
