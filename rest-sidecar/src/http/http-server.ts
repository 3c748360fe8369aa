import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Express, Request, Response } from 'express';
import type { Logger } from '../../../shared/logger.ts';
import { expressClasses } from '../platform-workarounds/express-prototypes.ts';
import { answerConnectionErrors } from './connection-errors.ts';
import { sendError } from './error-body.ts';
import { ERRORS, MOST_HEADERS } from './errors.ts';
import type { HttpError } from './errors.ts';
import { PipeliningLimit } from './pipelining-limit.ts';
import { hasLargeBody, refusalOf, withoutHost } from './refusals.ts';

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
  /** A connection on which a response waits is closed when nothing is sent for this long; 20 s by default. */
  readonly stalledMs?: number;
}

/**
 * What a client may send: milliseconds from the first byte of a request to the end of its headers, and of it.
 */
const REQUEST_LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  // The header is checked with all others, and the answer says that it is missing.
  requireHostHeader: false,
};

/** Of a response, some 5 KB are held beside its body, and bodies are shared. */
const PIPELINING_BOUNDS = {
  connectionResponses: 128,
  connectionBytes: 4 * 1024 * 1024,
  totalResponses: 4096,
  totalBytes: 64 * 1024 * 1024,
};

/**
 * On stopping, responses say for this long that the connection closes, before idle connections are closed.
 */
const NOTICE_MS = 500;

/** Then requests in flight may take this long. */
const GRACE_MS = 8000;

/** Is given each response that was written, with the seconds since the headers of its request were read. */
export type ResponseListener = (status: number, seconds: number) => void;

/** An Express application behind a server that limits all that a client can cause. */
export class HttpServer {
  readonly #app: Express;
  readonly #server: Server;
  readonly #pipelining: PipeliningLimit;
  readonly #connections = new Set<Socket>();
  #responseListener: ResponseListener | undefined;
  #requests = 0;
  #refused = 0;
  #isStopping = false;

  constructor(app: Express, { maxConnections, keepAliveMs, logger, stalledMs = 20_000 }: HttpServerSettings) {
    this.#app = app;
    this.#pipelining = new PipeliningLimit({ ...PIPELINING_BOUNDS, stalledMs });
    const classes = expressClasses(app, this.#pipelining.requestClass());
    this.#server = createServer({ ...REQUEST_LIMITS, ...classes, keepAliveTimeout: keepAliveMs });
    this.#server.maxConnections = maxConnections;
    // With one more, so that it is seen that there are too many.
    this.#server.maxHeadersCount = MOST_HEADERS + 1;
    this.#listenTo(this.#server);
    this.#server.once('drop', () => {
      logger.warn(`Connections are refused: MAX_CONNECTIONS (${maxConnections}) reached`);
    });
  }

  /** @returns the port @throws when the address is taken, or none of this machine */
  async listen({ host, port }: ListenAddress): Promise<number> {
    this.#server.listen({ host, port, backlog: 511 });
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Requests since the start, and those of them that broke a limit of HTTP. */
  get counts(): { readonly requests: number; readonly refused: number } {
    return { requests: this.#requests, refused: this.#refused };
  }

  /** @param listener is called for each response that was written */
  watchResponses(listener: ResponseListener): void {
    this.#responseListener = listener;
  }

  /** Answers what was asked, takes no more, and is done after 10 s at the latest. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await sleep(NOTICE_MS);
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#closeIdle();
    // Node no longer knows of those on which it was to stop reading.
    const deadline = setTimeout(() => {
      for (const connection of this.#connections) connection.destroy();
    }, GRACE_MS);
    await closed;
    clearTimeout(deadline);
  }

  #listenTo(server: Server): void {
    const pipelining = this.#pipelining;
    const handle = pipelining.bound((request, response) => {
      this.#handle(request, response);
    });
    const refuseExpectation = pipelining.bound((request, response) => {
      this.#handle(request, response, ERRORS.unmetExpectation);
    });
    server.on('request', handle).on('checkExpectation', refuseExpectation);
    pipelining.closeAfterLast(server);
    answerConnectionErrors(server, pipelining);
    server.on('connection', (connection: Socket) => {
      this.#connections.add(connection);
      connection.once('close', () => this.#connections.delete(connection));
    });
  }

  /** What every request passes before the application's router. */
  #handle(request: IncomingMessage, response: ServerResponse, refusal = refusalOf(request)): void {
    if (this.#responseListener !== undefined) reportTo(this.#responseListener, response);
    if (this.#isStopping || hasLargeBody(request)) response.shouldKeepAlive = false;
    this.#requests += 1;
    if (refusal !== undefined) this.#refuse(response, refusal);
    else {
      request.url = withoutHost(request.url);
      this.#app(request as Request, response as Response, neverNext);
    }
  }

  #refuse(response: ServerResponse, refusal: HttpError): void {
    this.#refused += 1;
    sendError(response, refusal);
  }

  /**
   * Closes those on which nothing was asked, or not to the end; Node closes only those on which something
   * was.
   */
  #closeIdle(): void {
    for (const connection of this.#connections) {
      const isIdle = !this.#pipelining.isWaiting(connection) && connection.writableLength === 0;
      if (isIdle) connection.destroy();
    }
  }
}

function reportTo(listener: ResponseListener, response: ServerResponse): void {
  const startedAtMs = performance.now();
  response.once('finish', () => {
    listener(response.statusCode, (performance.now() - startedAtMs) / 1000);
  });
}

/** The application answers everything. Without this, Express would make a last handler for each request. */
function neverNext(): void {
  return undefined;
}
