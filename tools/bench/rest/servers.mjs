/**
 * One of the servers that the sidecar is compared with: `node servers.mjs <kind> <port> <file>`. All answer
 * the same bytes with the same headers, and 304 to the tag of the bytes; they differ in nothing but what
 * stands between the request and that.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , kind, port, file] = process.argv;

/** By target: `{ body, headers, notModifiedHeaders }`, as the sidecar answered. */
const answers = new Map(
  JSON.parse(readFileSync(file, 'utf8')).map(({ target, body, ...headers }) => [
    target,
    { body: Buffer.from(body), ...headers },
  ]),
);

/** As the sidecar's, since it stands in each response. */
const KEEP_ALIVE_MS = 65_000;

const listOf = (headers) => Object.entries(headers).flat();

const isKnown = (request, { headers }) => request.headers['if-none-match'] === headers.ETag;

/** Node's own server, and nothing else: the measure of all. */
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
  // Fastify's router looks at the path alone.
  app.get('/v1/servers', (request, reply) => {
    const answer = answers.get(request.url);
    if (isKnown(request, answer)) reply.code(304).headers(answer.notModifiedHeaders).send();
    else reply.headers(answer.headers).send(answer.body);
  });
  await app.listen({ port: Number(port), host: '127.0.0.1' });
}

/** Express as it comes. */
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
