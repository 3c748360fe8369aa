import type { OperationId } from '../../../shared/rest/operations.ts';

// Markdown, one line a paragraph. The ids in brackets refer to docs/spec-gaps.md; they are removed
// from the served document.

/** The description of the whole interface. */
export const introduction = `Public and read-only: the trades of the coin exchange, the active events and votings of each game server, the known servers, and a health check. No operation requires an API key or authentication. The service itself does not limit the rate of requests; the operator may run a rate limiter in front of it.

This description is available as [openapi.json](openapi.json), and at [docs](docs) as a page on which each operation can be tried. There is a typed client for browsers and Node: [docs/feature-control-client.js](docs/feature-control-client.js) to import, [docs/feature-control-client.tgz](docs/feature-control-client.tgz) to install.

**Times** are milliseconds since the Unix epoch, UTC [G1]: integers of at most ±9007199254740991 [G32].

**Records** have an \`id\` and all other stored fields: expect additional fields, and ignore unknown ones [G5]. The id is the one under which the record is stored, even if the record itself has an \`id\` field [G27]. In a response that is keyed by server, any id is an ordinary key, including \`__proto__\` and \`constructor\` [G31]. Events and votings of a server that is not in the list of servers are also served, under the id of that server [G28]. In the JSON text, keys are in code unit order of the ids, and so are the lists of events and votings [G29]; JavaScript moves keys that look like array indexes to the front.

**Invalid stored values**, which do not match this description, are left out; all other data is served [G26]. Records with an empty id [G23], records that are nested deeper than 1000 levels [G57], records with a lone surrogate such as \`"\\ud800"\` [G77], and records under a key that is not UTF-8 [G62], are left out too. A record is no longer served once its key has expired [G61].

**Freshness.** While the health is \`ok\`, a response of the service is at most 100 ms behind the store [G48]; caches may add the time that \`Cache-Control\` allows. Every 200 and 304 response of the operations has a strong \`ETag\` and a \`Last-Modified\` header. Send the \`ETag\` as \`If-None-Match\` with the next request: if nothing has changed, the response is a 304 without a body. Errors have no \`ETag\`.

**Methods.** Operations use \`GET\`. \`HEAD\` returns the same response without the body, and \`OPTIONS\` returns 204 with \`Allow\` [G20]. Any other method is answered with 405 and \`Allow\`, and an unknown path with 404 for every method [G9, G21]. Paths are case-sensitive, and a trailing slash makes a different path [G53]. A browser that opens \`/\` or \`/v1\` is redirected to the page; other clients get a 404 there [G63]. The body of a request is ignored.

**Pipelining.** A client may send requests without waiting for the responses. If 128 responses, or 4 MB, wait to be read on a connection, the next response has \`Connection: close\` and is the last. The limit is lower while very many responses are pending on all connections together [G58].

**Query.** Parameters that an operation does not know are ignored [G24]. If \`server\` or \`id\` is repeated, the first value counts [G4]. A value that is not percent-encoded UTF-8 is answered with 400 [G54].

**Media type.** Bodies are \`application/json; charset=utf-8\`, including those of errors. A client that lists \`application/problem+json\` in \`Accept\` gets errors as problem details (RFC 9457) [G25].

**Errors** have an ErrorResponse as their body: one sentence in \`error\`. An unexpected error is a 500 without details [G9]. A service that has just started and has not loaded its data yet answers with 503 and \`Retry-After\` [G8]. A proxy that the operator runs in front of the service may send its own errors: 429 if it limits requests, 502 or 504 if it cannot reach the service. Their bodies are not necessarily JSON.

**Browsers.** Pages of any origin may read every response to a GET or HEAD of an existing path (\`Access-Control-Allow-Origin: *\`). Their scripts may read the headers \`ETag\`, \`Last-Modified\` and \`Retry-After\`, and also \`Age\`, \`RateLimit\` and \`RateLimit-Policy\` if a cache or a rate limiter in front of the service adds them. Preflight requests to existing paths are answered; one to an unknown path gets 404, which a browser reports as a CORS error.

**Authorization.** The \`Authorization\` header is ignored: the response is the same with and without it [G17].
`;

/** Descriptions of the operations: the details that the specification leaves open. */
export const operationNotes: Readonly<Record<OperationId, string>> = {
  getCoinsTrades: `Newest first: the order in which the trades were recorded, reversed [G2].

\`limit\` is a whole number from 1 to 2147483647; the default is 100. A \`limit\` above the service's maximum (1000 by default) returns that maximum [G3]. Only decimal digits are allowed: \`5.0\`, \`1e2\`, \`+5\` and \`0x10\` are answered with 400, and so are zero, a negative number, an empty value and a repeated \`limit\` [G22].

\`rate\` is a finite double. \`datetime\` is an integer of at most ±9007199254740991, which every JSON library parses exactly [G32].`,
  getEvents: `An event is active from \`startsAt\` (inclusive) until \`endsAt\` (exclusive). Without \`startsAt\` or \`endsAt\`, it has no beginning or no end [G6].

With \`server\`, the response is an array, which is empty if no such server exists [G4] or the value is empty [G23]. Without \`server\`, it is an object keyed by server identifier; servers without active events are left out.`,
  getHealth: `\`ok\`; \`degraded\` while stale data is served because the store is unreachable, has lost its data, or has a value of another type under a key; \`starting\` until the data is loaded for the first time. The HTTP status is always 200 [G7].`,
  getServers: `With \`id\`, the response is that server, or 404 if no server has this id; no server has an empty \`id\` [G23]. Without \`id\`, it is an object keyed by server identifier.`,
  getVotings: `A voting is active from \`startsAt\` (inclusive) until \`endsAt\` (exclusive). Without \`startsAt\` or \`endsAt\`, it has no beginning or no end [G6].

Candidates are in the stored order, each with its \`votes\`: 0 if there is no count or the stored count is invalid. Counts of unknown candidates are left out [G30].

With \`server\`, the response is an array, which is empty if no such server exists [G4] or the value is empty [G23]. Without \`server\`, it is an object keyed by server identifier; servers without active votings are left out.`,
};
