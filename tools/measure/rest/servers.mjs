/**
 * One of the servers that the sidecar is compared with: `PORT=… node servers.mjs <kind> <file>`. All send the
 * same bytes with the same headers, and 304 for their ETag; they differ only in the framework between the
 * request and the response.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , kind, file] = process.argv;
const port = Number(process.env['PORT']);

/** Responses of the sidecar by target. */
const answers = new Map(
  JSON.parse(readFileSync(file, 'utf8')).map((answer) => [
    answer.target,
    { ...answer, body: Buffer.from(answer.body) },
  ]),
);

/** The same as the sidecar's, since each response contains it. */
const KEEP_ALIVE_MS = 65_000;

const isKnown = (request, { etag }) => request.headers['if-none-match'] === etag;

/** Node's own server without a framework, the baseline of the comparison. */
function startNode() {
  createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const answer = answers.get(request.url);
    if (isKnown(request, answer)) response.writeHead(304, answer.notModifiedHeaders).end();
    else response.writeHead(200, answer.headers).end(answer.body);
  }).listen(port, '127.0.0.1');
}

/** Default Express. */
async function startExpress() {
  const { default: express } = await import('express');
  const app = express();
  app.get('/v1/servers', (request, response) => {
    const answer = answers.get(request.url);
    response.set(answer.headers).send(answer.body);
  });
  app.listen(port, '127.0.0.1');
}

await { 'node:http': startNode, express: startExpress }[kind]();
