/**
 * One of the servers that the sidecar is compared with: `node servers.mjs <kind> <port> <file>`. All send the
 * same bytes with the same headers, and 304 for their ETag; they differ only in the framework between the
 * request and the response.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , kind, port, file] = process.argv;

/** Responses of the sidecar by target: `{ body, headers, notModifiedHeaders }`. */
const answers = new Map(
  JSON.parse(readFileSync(file, 'utf8')).map(({ target, body, ...headers }) => [
    target,
    { body: Buffer.from(body), ...headers },
  ]),
);

/** The same as the sidecar's, since each response contains it. */
const KEEP_ALIVE_MS = 65_000;

const listOf = (headers) => Object.entries(headers).flat();

const isKnown = (request, { headers }) => request.headers['if-none-match'] === headers.ETag;

/** Node's own server without a framework, the baseline of the comparison. */
async function startNode() {
  for (const answer of answers.values()) {
    answer.list = listOf(answer.headers);
    answer.shortList = listOf(answer.notModifiedHeaders);
  }
  createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const answer = answers.get(request.url);
    if (isKnown(request, answer)) {
      response.writeHead(304, answer.shortList);
      response.end();
    } else {
      response.writeHead(200, answer.list);
      response.end(answer.body);
    }
  }).listen(port, '127.0.0.1');
}

async function startFastify() {
  const { default: Fastify } = await import('fastify');
  const app = Fastify({ keepAliveTimeout: KEEP_ALIVE_MS });
  // Fastify's router matches only the path.
  app.get('/v1/servers', (request, reply) => {
    const answer = answers.get(request.url);
    if (isKnown(request, answer)) reply.code(304).headers(answer.notModifiedHeaders).send();
    else reply.headers(answer.headers).send(answer.body);
  });
  await app.listen({ port: Number(port), host: '127.0.0.1' });
}

/** Default Express. */
async function startExpress() {
  const { default: express } = await import('express');
  const app = express();
  app.get('/v1/servers', (request, response) => {
    const answer = answers.get(request.url);
    response.set(answer.headers).send(answer.body);
  });
  app.listen(Number(port), '127.0.0.1');
}

await { 'node:http': startNode, fastify: startFastify, express: startExpress }[kind]();
