import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Express, Request, Response } from 'express';
import type { Logger } from '../../shared/logger.ts';
import { expressClasses } from '../platform-workarounds/express-prototypes.ts';
import { respondToConnectionErrors } from './connection-errors.ts';
import type { ServerErrors } from './connection-errors.ts';
import { HTTP_ERRORS, MAX_HEADERS } from './errors.ts';
import type { HttpError } from './errors.ts';
import { hasLargeBody, refusalOf, withoutHost } from './refusals.ts';
import { StoppableRequest } from './stoppable-request.ts';
import { UnsentResponses } from './unsent-responses.ts';

/** Where to listen. */
export interface ListenAddress {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** Returns the URL of an address, such as `http://[::1]:8080`. */
export function urlOf({ host, port }: ListenAddress): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

interface HttpServerSettings extends ServerErrors {
  readonly maxConnections: number;
  readonly keepAliveMs: number;
  readonly logger: Logger;
  /**
   * A connection with a pending response is closed if nothing could be sent for this many milliseconds; 20 s
   * by default.
   */
  readonly stalledMs?: number;
  /**
   * Whether a connection beyond the limit replaces the oldest one without a pending response, instead of
   * being refused. Default: false.
   */
  readonly replacesIdle?: boolean;
}

/**
 * Limits of requests, as Node's options. The timeouts are milliseconds from the first byte of a request to
 * the end of its headers, and to its end.
 */
const REQUEST_LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  // `refusalOf()` checks `Host` instead, so that the error response says that it is missing.
  requireHostHeader: false,
};

/**
 * After a stop was requested, responses have `Connection: close` for this long before idle connections are
 * closed, in milliseconds.
 */
const CLOSE_NOTICE_MS = 500;

/** How long requests in flight may take after that, in milliseconds. */
const GRACE_MS = 8000;

/**
 * Called for each response that was sent, with its status and the seconds since the headers of its request
 * were parsed.
 */
type ResponseListener = (status: number, seconds: number) => void;

/** An HTTP server for an Express application. It limits the resources that a client can use. */
export class HttpServer {
  readonly #app: Express;
  readonly #server: Server;
  readonly #unsent: UnsentResponses;
  readonly #connections = new Set<Socket>();
  readonly #maxConnections: number;
  readonly #replacesIdle: boolean;
  readonly #logger: Logger;
  readonly #errors: ServerErrors;
  #hasRefusedConnection = false;
  #responseListener: ResponseListener | undefined;
  #requests = 0;
  #refused = 0;
  #isStopping = false;

  constructor(app: Express, settings: HttpServerSettings) {
    const { maxConnections, keepAliveMs, logger, stalledMs = 20_000, replacesIdle = false } = settings;
    this.#app = app;
    this.#replacesIdle = replacesIdle;
    this.#maxConnections = maxConnections;
    this.#logger = logger;
    this.#errors = settings;
    this.#unsent = new UnsentResponses(stalledMs);
    const classes = expressClasses(app, StoppableRequest);
    this.#server = createServer({ ...REQUEST_LIMITS, ...classes, keepAliveTimeout: keepAliveMs });
    // One more than allowed, so that the excess is detected.
    this.#server.maxHeadersCount = MAX_HEADERS + 1;
    // A client that closes its sending side still gets its responses. Node's types lack this property.
    Object.assign(this.#server, { httpAllowHalfOpen: true });
    this.#listenTo(this.#server);
  }

  /** @returns the port @throws Error with the reason and what to do, such as for an address in use */
  async listen({ host, port }: ListenAddress): Promise<number> {
    this.#server.listen({ host, port, backlog: 511 });
    await once(this.#server, 'listening').catch((cause: unknown) => {
      throw new Error(describeListenError(cause as NodeJS.ErrnoException, { host, port }), { cause });
    });
    return (this.#server.address() as AddressInfo).port;
  }

  /** The number of requests since the start, and of those that were refused for a violation of HTTP. */
  get counts(): { readonly requests: number; readonly refused: number } {
    return { requests: this.#requests, refused: this.#refused };
  }

  /** @param listener is called for each response that was written */
  watchResponses(listener: ResponseListener): void {
    this.#responseListener = listener;
  }

  /** Stops accepting connections, and completes the requests in flight. Takes 10 s at most. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await sleep(CLOSE_NOTICE_MS);
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#closeIdle();
    const deadline = setTimeout(() => {
      for (const connection of this.#connections) connection.destroy();
    }, GRACE_MS);
    await closed;
    clearTimeout(deadline);
  }

  #listenTo(server: Server): void {
    server.on('request', (request, response) => {
      this.#handle(request, response);
    });
    server.on('checkExpectation', (request, response) => {
      this.#handle(request, response, HTTP_ERRORS.unmetExpectation);
    });
    respondToConnectionErrors(server, this.#unsent, this.#errors);
    server.on('connection', (connection: Socket) => {
      this.#acceptOrRefuse(connection);
    });
  }

  /** Closes a connection beyond the limit, or an idle one in its place. */
  #acceptOrRefuse(connection: Socket): void {
    if (this.#replacesIdle && this.#connections.size >= this.#maxConnections) this.#closeOldestIdle();
    if (this.#connections.size < this.#maxConnections) {
      this.#connections.add(connection);
      connection.once('close', () => {
        this.#connections.delete(connection);
        this.#unsent.forget(connection);
      });
      return;
    }
    connection.destroy();
    if (this.#hasRefusedConnection) return;
    this.#hasRefusedConnection = true;
    this.#logger.warn(`Connections are refused: MAX_CONNECTIONS (${this.#maxConnections}) reached`);
  }

  /** Handles every request before the application's router does. */
  #handle(request: IncomingMessage, response: ServerResponse, refusal = refusalOf(request)): void {
    const startedAtMs = performance.now();
    if (this.#isStopping || hasLargeBody(request)) response.shouldKeepAlive = false;
    this.#requests += 1;
    if (refusal !== undefined) this.#refuse(response, refusal);
    else {
      request.url = withoutHost(request.url);
      this.#app(request as Request, response as Response, neverNext);
    }
    // What follows a response that announces the end of the connection depends on it.
    if (response.writableFinished && response.shouldKeepAlive) this.#report(response, startedAtMs);
    else {
      response.once('finish', () => {
        this.#report(response, startedAtMs);
      });
      this.#unsent.add(response);
    }
  }

  #report(response: ServerResponse, startedAtMs: number): void {
    this.#responseListener?.(response.statusCode, (performance.now() - startedAtMs) / 1000);
  }

  #refuse(response: ServerResponse, refusal: HttpError): void {
    this.#refused += 1;
    this.#errors.errors.send(response, refusal);
  }

  /**
   * Closes connections without a request, or with an incomplete one. Node closes idle connections only if
   * they have had a request.
   */
  #closeIdle(): void {
    for (const connection of this.#connections) if (this.#isIdle(connection)) connection.destroy();
  }

  #closeOldestIdle(): void {
    for (const connection of this.#connections) {
      if (!this.#isIdle(connection)) continue;
      this.#connections.delete(connection);
      connection.destroy();
      return;
    }
  }

  #isIdle(connection: Socket): boolean {
    return this.#unsent.latest(connection) === undefined && connection.writableLength === 0;
  }
}

function describeListenError({ code, message }: NodeJS.ErrnoException, address: ListenAddress): string {
  const { host, port } = address;
  switch (code) {
    case 'EADDRINUSE':
      return `another program listens on ${urlOf(address)}: stop it, or choose another port`;
    case 'EACCES':
      return `this user may not listen on port ${port}: choose a port from 1024 on`;
    case 'EADDRNOTAVAIL':
      return `${host} is not an address of this machine`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `no address is known for the host name ${host}`;
    default:
      return message;
  }
}

/**
 * Never called, as the application answers every request. Without this argument, Express would create a final
 * handler for each request.
 */
function neverNext(): void {
  return undefined;
}
