import type { OperationId } from '../../../shared/rest/operations.ts';

/** What the specification leaves open about each operation, and how it is decided here, in Markdown. Ids in brackets are those of docs/spec-gaps.md. */
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
