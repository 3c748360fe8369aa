/**
 * One of the servers that the sidecar is compared with: `PORT=… node servers.mjs <kind> <file>`. Each sends
 * the same bodies, with the headers that a program in this framework needs, and 304 for their ETag.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , kind, file] = process.argv;
const port = Number(process.env['PORT']);
const PATH = '/v1/servers';

/** What is sent, by target. */
const answers = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))));

/** The same as the sidecar's, since each response contains it. */
const KEEP_ALIVE_MS = 65_000;

const isKnown = (request, { etag }) => request.headers['if-none-match'] === etag;

/** Node's own server without a framework and with two headers, the baseline of the comparison. */
function startNode() {
  createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const { body, bytes, contentType, etag } = answers.get(request.url);
    if (isKnown(request, { etag })) response.writeHead(304, { ETag: etag }).end();
    else response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': bytes }).end(body);
  }).listen(port, '127.0.0.1');
}

/** Fastify, with three headers. */
async function startFastify() {
  const { fastify } = await import('fastify');
  const app = fastify({ keepAliveTimeout: KEEP_ALIVE_MS });
  app.get(PATH, (request, reply) => {
    const { body, contentType, etag } = answers.get(request.url);
    reply.header('ETag', etag);
    if (isKnown(request, { etag })) reply.code(304).send();
    else reply.header('Content-Type', contentType).send(body);
  });
  await app.listen({ port, host: '127.0.0.1' });
}

/** Express as it comes. */
async function startExpress() {
  const { default: express } = await import('express');
  const app = express();
  app.get(PATH, (request, response) => {
    const { body, contentType } = answers.get(request.url);
    response.set('Content-Type', contentType).send(body);
  });
  app.listen(port, '127.0.0.1').keepAliveTimeout = KEEP_ALIVE_MS;
}

await { 'node:http': startNode, fastify: startFastify, express: startExpress }[kind]();
