import type { OperationId, operations } from '../../../shared/rest/operations.ts';

// Markdown, one line a paragraph. The ids in brackets refer to docs/spec-gaps.md; they are removed
// from the served document.

/** The description of the whole interface, at most three sentences; `docs/rest-api.md` has the details. */
export const introduction = `Public and read-only, without an API key; there is a typed client for browsers and Node: [docs/feature-control-client.js](docs/feature-control-client.js) to import, [docs/feature-control-client.tgz](docs/feature-control-client.tgz) to install. Times are milliseconds since the Unix epoch, UTC [G1]; expect additional fields in records, and ignore unknown ones [G5]. Send the \`ETag\` of a response as \`If-None-Match\` with your next request: if nothing has changed, the response is a 304 without a body.`;

/** The operations of the document. */
export type DescribedId =
  | OperationId
  | (typeof operations)['getEvents' | 'getServers' | 'getVotings']['selection']['operationId'];

/** Descriptions of the operations: the details that the specification leaves open. */
export const operationNotes: Readonly<Record<DescribedId, string>> = {
  getCoinsTrades: `Newest first: the order in which the trades were recorded, reversed [G2].

\`limit\` is a whole number from 1 to 2147483647; the default is 100. A \`limit\` above the service's maximum (1000 by default) returns that maximum [G3]. Only decimal digits are allowed: \`5.0\`, \`1e2\`, \`+5\` and \`0x10\` are answered with 400, and so are zero, a negative number, an empty value and a repeated \`limit\` [G22].

\`rate\` is a finite double. \`datetime\` is an integer of at most ±9007199254740991, which every JSON library parses exactly [G32].`,
  getEvents: `${active('An event')}

Servers without active events are left out. A request with \`server\` is getEventsOfServer [G78].`,
  getEventsOfServer: `${active('An event')}

The response is an empty array if no such server exists [G4] or the value of \`server\` is empty [G23]. The path is \`/v1/events\` [G78].`,
  getHealth: `\`ok\`; \`degraded\` while stale data is served because the store is unreachable, has lost its data, or has a value of another type under a key; \`starting\` until the data is loaded for the first time. The HTTP status is always 200 [G7].`,
  getServers: `An object keyed by server identifier. A request with \`id\` is getServer [G78].`,
  getServer: `404 if no server has this id; no server has an empty \`id\` [G23]. The path is \`/v1/servers\` [G78].`,
  getVotings: `${active('A voting')}

Candidates are in the stored order, each with its \`votes\`: 0 if there is no count or the stored count is invalid. Counts of unknown candidates are left out [G30].

Servers without active votings are left out. A request with \`server\` is getVotingsOfServer [G78].`,
  getVotingsOfServer: `${active('A voting')}

Candidates are in the stored order, each with its \`votes\`: 0 if there is no count or the stored count is invalid. Counts of unknown candidates are left out [G30].

The response is an empty array if no such server exists [G4] or the value of \`server\` is empty [G23]. The path is \`/v1/votings\` [G78].`,
};

function active(record: string): string {
  return `${record} is active from \`startsAt\` (inclusive) until \`endsAt\` (exclusive). Without \`startsAt\` or \`endsAt\`, it has no beginning or no end [G6].`;
}
