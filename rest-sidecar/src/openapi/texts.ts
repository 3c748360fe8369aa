import type { OperationId } from '../../../shared/rest/operations.ts';

// Markdown, one line a paragraph. Ids in brackets are those of docs/spec-gaps.md; they are removed from what
// is served.

/** The description of the whole interface. */
export const introduction = `Public and read-only: the trades of the coin exchange, the active events and votings of each game server, the known servers, and a health check. No operation needs a key or a log-in. The service itself does not limit how often it is asked; the operator may limit requests in front of it.

This description is available as [openapi.json](openapi.json), and as a page on which each operation can be tried at [docs](docs). There is a typed client for browsers and Node: [docs/feature-control-client.js](docs/feature-control-client.js) to import, [docs/feature-control-client.tgz](docs/feature-control-client.tgz) to install.

**Times** are milliseconds since the Unix epoch, UTC [G1]: integers of at most ±9007199254740991 [G32].

**Records** carry their \`id\` and whatever else was stored of them: expect further fields, and ignore those that you do not know [G5]. The id is the one under which the record is stored, even where the record has an \`id\` of its own [G27]. Where an answer is keyed by server, any id is an ordinary key, \`__proto__\` and \`constructor\` included [G31]. Events and votings of a server that is not among the known ones are served under its id nevertheless [G28]. In the JSON text, keys are in code unit order of the ids, and so are the lists of events and votings [G29]; JavaScript moves keys that look like array indexes to the front.

**Stored values that do not fit** this description are left out, and the rest is served [G26]. Left out are also records that are nested deeper than 1000 levels [G57], and those under a key that is not UTF-8 [G62]. A record whose key expires is gone then [G61].

**Freshness.** While the health is \`ok\`, an answer of the service is at most 100 ms behind the store [G48]; caches may add what \`Cache-Control\` allows. Every 200 and 304 of the operations has a strong \`ETag\` and a \`Last-Modified\`: ask again with \`If-None-Match\`, and where nothing has changed the answer is a 304 without a body. Errors have no \`ETag\`.

**Methods.** Only \`GET\` is offered. \`HEAD\` answers as \`GET\` does, without the body, and \`OPTIONS\` with 204 and \`Allow\` [G20]. Any other method is answered 405 with \`Allow\`, and an unknown path 404 with every method [G9, G21]. Paths are spelled exactly: another case, or a slash at the end, is another path [G53]. A browser that opens \`/\` or \`/v1\` is sent to the page; programs get 404 there [G63]. The body of a request is ignored.

**Pipelining.** A client may send requests without waiting for the responses. Where 128 responses, or 4 MB, wait to be read on a connection, the next one says \`Connection: close\` and is the last; fewer where the service as a whole holds very many [G58].

**Query.** Parameters that an operation does not know are ignored [G24]. Of a repeated \`server\` or \`id\`, the first counts [G4]. A value that is not percent-encoded UTF-8 is answered 400 [G54].

**Media type.** Bodies are \`application/json; charset=utf-8\`, errors included. A client that names \`application/problem+json\` in \`Accept\` gets errors as problem details (RFC 9457) [G25].

**Errors** have an ErrorResponse as their body: one sentence in \`error\`. An unexpected failure is 500, without details [G9]. A service that has just started and has not loaded anything yet answers 503 with \`Retry-After\` [G8]. What the operator has put in front of the service may answer for itself: 429 where it limits requests, 502 or 504 where it cannot reach the service, and not always with JSON.

**Browsers.** Pages of any origin may read every response of the service (\`Access-Control-Allow-Origin: *\`), and their scripts may read \`ETag\`, \`Last-Modified\` and \`Retry-After\`, and \`RateLimit\` and \`RateLimit-Policy\` where a limiter in front adds them. Preflights are answered.

**Authorization** is ignored: an answer is the same with any, or none [G17].
`;

/** What the specification leaves open about each operation, and how it is decided here. */
export const operationNotes: Readonly<Record<OperationId, string>> = {
  getCoinsTrades: `Newest first: the order in which the trades were recorded, reversed [G2].

\`limit\` is a whole number from 1 to 2147483647, and 100 where it is not given. More than the server's maximum (1000 by default) returns that maximum [G3]. It is written in decimal digits only: \`5.0\`, \`1e2\`, \`+5\` and \`0x10\` are answered 400, and so are zero, a negative number, an empty value, and a repeated \`limit\` [G22].

\`rate\` is a finite double, \`datetime\` an integer of at most ±9007199254740991, which every JSON library reads exactly [G32].`,
  getEvents: `An event is active from \`startsAt\` on, and no longer from \`endsAt\` on; a side that is not given is open [G6].

With \`server\`, the answer is an array, and an empty one where there is no such server [G4] or the value is empty [G23]. Without, it is an object keyed by server identifier, in which servers without active events do not occur.`,
  getHealth: `\`ok\`; \`degraded\` while stale answers are served, as the store is unreachable or has lost its data; \`starting\` before the first load. The HTTP status is always 200 [G7].`,
  getServers: `With \`id\`, the answer is that one server, or 404 where none has this id; an empty \`id\` is one that no server has [G23]. Without, it is an object keyed by server identifier.`,
  getVotings: `A voting is active from \`startsAt\` on, and no longer from \`endsAt\` on; a side that is not given is open [G6].

Candidates stand in the order in which they were stored, each with its \`votes\`: 0 where none are counted, or where what is stored is no count; counts of unknown candidates are left out [G30].

With \`server\`, the answer is an array, and an empty one where there is no such server [G4] or the value is empty [G23]. Without, it is an object keyed by server identifier, in which servers without active votings do not occur.`,
};
