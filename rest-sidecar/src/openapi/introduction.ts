/** The description of the whole interface, in Markdown. Ids in brackets are those of docs/spec-gaps.md. */
export const introduction = `Public and read-only: the trades of the coin exchange, the active events and votings of each game server, the known servers, and a health check. No operation needs a key or a log-in, and none has a limit on how often it is asked.

This description is itself at \`/openapi.json\`, and as a page to try it on at \`/docs\`. Marks such as [G1] stand for decisions where the specification is silent; the project lists them in \`docs/spec-gaps.md\`.

**Times** are milliseconds since the Unix epoch, UTC [G1]: integers of at most ±9007199254740991 [G32].

**Records** carry their \`id\` and whatever else was stored of them: expect further fields, and leave alone those that you do not know [G5]. The id is the one under which the record is stored, whatever the record itself says [G27]. Where an answer is keyed by server, any id is an ordinary key, \`__proto__\` and \`constructor\` included [G31]. Events and votings of a server that is not among the known ones are served under its id all the same [G28]. Keys are in code unit order of the ids, and so are the lists of events and votings [G29].

**What is stored but does not fit** this description is left out, and the rest is served [G26].

**Freshness.** An answer is at most 100 ms behind the store [G48]. Each has a strong \`ETag\` and a \`Last-Modified\`: ask again with \`If-None-Match\`, and where nothing has changed the answer is a 304 without a body. \`Cache-Control\` says for how long not to ask at all.

**Methods.** Only \`GET\` is offered. \`HEAD\` answers as \`GET\` does, without the body, and \`OPTIONS\` with 204 and \`Allow\` [G20]. Any other method is answered 405 with \`Allow\`, on an unknown path 404 [G9, G21]. Paths are spelled exactly: another case, or a slash at the end, is another path [G53]. A body of a request is ignored.

**Query.** Parameters that an operation does not know are ignored [G24]. Of a repeated \`server\` or \`id\`, the first counts [G4]. A value that is not percent-encoded UTF-8 is answered 400 [G54].

**Media type.** Bodies are \`application/json; charset=utf-8\`, errors included. A client that names \`application/problem+json\` in \`Accept\` gets errors as problem details (RFC 9457) [G25].

**Errors** have an ErrorResponse: one sentence in \`error\`. An unexpected failure is 500, without details [G9]. A service that has just started and has not loaded anything yet answers 503 with \`Retry-After\` [G8].

**Browsers.** Pages of any origin may read every response, and their scripts \`ETag\`, \`Last-Modified\` and \`Retry-After\`; preflights are answered. The headers that every response carries are listed once, in \`components.headers\`.

**Authorization** is not looked at: an answer is the same with any, or none [G17].
`;
