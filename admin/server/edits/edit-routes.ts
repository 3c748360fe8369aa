import type { IncomingHttpHeaders } from 'node:http';
import type {
  BlocklistEditor,
  ChangeAuthor,
  EditResult,
} from '../../../shared/feature-control/blocklist-editor.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import type { RateLimit, RateLimiter } from '../../../shared/rate-limit/rate-limit.ts';
import { validators } from '../../../shared/rest/validators.js';
import { createOperatorDocument } from '../openapi/operator-document.ts';
import { matchesAnyTag } from '../../../node/http/conditions.ts';
import { CONDITION_NEEDED, json, NO_SUCH_CHANGE, tooManyEdits } from '../operator-answers.ts';
import type { OperatorAnswer } from '../operator-answers.ts';
import type { OperatorRequest, OperatorRoute } from '../operator-routes.ts';
import { toChangeBody, toEditedBody, toEntryBody } from './edit-bodies.ts';
import { etagOf, parseEntryPath, parseHistoryQuery, readBody } from './edit-requests.ts';
import type { BadRequest, EntryPath } from './edit-requests.ts';

export interface EditRoutesDependencies {
  readonly editor: BlocklistEditor;
  readonly limiter: RateLimiter;
  /** Rate limit of the edits of one token. */
  readonly limit: RateLimit;
}

/** The header by which the console identifies itself, so that the history names it as the source. */
const SOURCE_HEADER = 'feature-control-source';

const PATHS: readonly { readonly kind: BlocklistName['kind']; readonly path: RegExp }[] = [
  { kind: 'global', path: /^\/v1\/blocklists\/global\/([^/]*)$/ },
  { kind: 'client', path: /^\/v1\/blocklists\/clients\/([^/]*)\/([^/]*)$/ },
  { kind: 'server', path: /^\/v1\/blocklists\/servers\/([^/]*)\/([^/]*)$/ },
];

/** The routes that edit blocklists. They exist only on the operator listener. */
export function editRoutes(dependencies: EditRoutesDependencies): OperatorRoute[] {
  const { editor } = dependencies;
  const document = createOperatorDocument();
  return [
    ...PATHS.flatMap(({ kind, path }) => entryRoutes(dependencies, kind, path)),
    {
      path: /^\/openapi\.json$/,
      // The description contains no stored data.
      scope: undefined,
      answer: () => Promise.resolve(json(document)),
    },
    {
      path: /^\/v1\/history$/,
      scope: 'blocklists:read',
      answer: async (_parts, query) => {
        const parsed = parseHistoryQuery(query);
        if ('problem' in parsed) return badRequest(parsed);
        const { changes, next } = await editor.history(parsed);
        return json({ changes: changes.map(toChangeBody), ...(next !== undefined && { next }) });
      },
    },
    {
      path: /^\/v1\/history\/([^/]*)\/undo$/,
      method: 'POST',
      scope: 'blocklists:write',
      answer: async ([id = ''], _query, request) => await undo(dependencies, id, request),
    },
  ];
}

/** The routes of the entries of one kind of list. */
function entryRoutes(
  dependencies: EditRoutesDependencies,
  kind: BlocklistName['kind'],
  path: RegExp,
): OperatorRoute[] {
  const { editor } = dependencies;
  const onEntry =
    (
      answer: (entry: EntryPath, request: OperatorRequest) => Promise<OperatorAnswer>,
    ): OperatorRoute['answer'] =>
    async (parts, _query, request) => {
      const parsed = parseEntryPath(kind, parts);
      return 'problem' in parsed ? badRequest(parsed) : await answer(parsed, request);
    };
  return [
    {
      path,
      scope: 'blocklists:read',
      answer: onEntry(async (entry) => {
        const state = await editor.read(entry.list, entry.feature);
        return await entryAnswer(editor, entry, state);
      }),
    },
    {
      path,
      method: 'PUT',
      scope: 'blocklists:write',
      answer: onEntry(async (entry, request) => await block(dependencies, entry, request)),
    },
    {
      path,
      method: 'DELETE',
      scope: 'blocklists:write',
      answer: onEntry(async (entry, request) => await unblock(dependencies, entry, request)),
    },
  ];
}

async function block(
  dependencies: EditRoutesDependencies,
  entry: EntryPath,
  request: OperatorRequest,
): Promise<OperatorAnswer> {
  const body = readBody(validators.blockRequest, request);
  if ('problem' in body) return badRequest(body);
  const { reason, until } = body.value;
  return await edit(dependencies, entry, request, async (expected) =>
    dependencies.editor.block(entry.list, entry.feature, {
      ...authorOf(request, reason),
      expected,
      untilMs: until,
    }),
  );
}

async function unblock(
  dependencies: EditRoutesDependencies,
  entry: EntryPath,
  request: OperatorRequest,
): Promise<OperatorAnswer> {
  const body = readBody(validators.reasonRequest, request);
  if ('problem' in body) return badRequest(body);
  return await edit(dependencies, entry, request, async (expected) =>
    dependencies.editor.unblock(entry.list, entry.feature, {
      ...authorOf(request, body.value.reason),
      expected,
    }),
  );
}

/**
 * Edits an entry if its state matches `If-Match`.
 * @param run applies the edit if the entry still has the state `expected`; undefined accepts any state
 */
async function edit(
  { editor, limit, limiter }: EditRoutesDependencies,
  entry: EntryPath,
  request: OperatorRequest,
  run: (expected: EntryState | undefined) => Promise<EditResult>,
): Promise<OperatorAnswer> {
  const refusal = await refusalOf(limiter, limit, request);
  if (refusal !== undefined) return refusal;
  const { 'if-match': tags } = request.headers;
  if (tags === undefined) return CONDITION_NEEDED;
  const isAny = tags.trim() === '*';
  const seen = isAny ? undefined : await editor.read(entry.list, entry.feature);
  if (seen !== undefined && !matchesAnyTag(tags, etagOf(seen)))
    return await conflict(editor, entry, seen, 412);
  return await answerTo(editor, entry, await run(seen), 412);
}

async function undo(
  { editor, limit, limiter }: EditRoutesDependencies,
  id: string,
  request: OperatorRequest,
): Promise<OperatorAnswer> {
  const body = readBody(validators.reasonRequest, request);
  if ('problem' in body) return badRequest(body);
  const refusal = await refusalOf(limiter, limit, request);
  if (refusal !== undefined) return refusal;
  const found = await editor.find(id);
  if (found === undefined) return NO_SUCH_CHANGE;
  const result = await editor.undo(id, authorOf(request, body.value.reason));
  return result.outcome === 'unknown' ? NO_SUCH_CHANGE : await answerTo(editor, found, result, 409);
}

async function answerTo(
  editor: BlocklistEditor,
  entry: EntryPath,
  result: EditResult,
  conflictStatus: 409 | 412,
): Promise<OperatorAnswer> {
  switch (result.outcome) {
    case 'invalid':
      return badRequest(result);
    case 'conflict':
      return await conflict(
        editor,
        { list: entry.list, feature: result.feature ?? entry.feature },
        result.state,
        conflictStatus,
      );
    case 'changed':
      return json(toEditedBody(result), 200, ['ETag', etagOf(result.after)]);
    case 'unchanged':
      return json(toEditedBody(result), 200, ['ETag', etagOf(result.state)]);
  }
}

async function entryAnswer(
  editor: BlocklistEditor,
  { list, feature }: EntryPath,
  state: EntryState,
): Promise<OperatorAnswer> {
  const [lastChange] = (await editor.history({ list, feature, maxChanges: 1 })).changes;
  return json(toEntryBody(list, feature, state, lastChange), 200, ['ETag', etagOf(state)]);
}

/** The response to a conflict: the current state of the entry, and its last change. */
async function conflict(
  editor: BlocklistEditor,
  { list, feature }: EntryPath,
  state: EntryState,
  status: 409 | 412,
): Promise<OperatorAnswer> {
  const [lastChange] = (await editor.history({ list, feature, maxChanges: 1 })).changes;
  const error = 'The entry has changed in the meantime; this response contains its current state.';
  return json({ error, ...toEntryBody(list, feature, state, lastChange) }, status, ['ETag', etagOf(state)]);
}

/** Returns the response to an invalid source or an exceeded rate limit; undefined if the edit may proceed. */
async function refusalOf(
  limiter: RateLimiter,
  limit: RateLimit,
  { headers, token }: OperatorRequest,
): Promise<OperatorAnswer | undefined> {
  const { [SOURCE_HEADER]: source = 'api' } = headers;
  if (source !== 'api' && source !== 'console')
    return badRequest({ field: 'Feature-Control-Source', problem: 'The source is console or api.' });
  const permit = await limiter.take(subjectOf('edit', token?.hash ?? ''), limit);
  return permit.granted ? undefined : tooManyEdits(permit.retryAfterMs);
}

function authorOf({ headers, token }: OperatorRequest, reason: string | undefined): ChangeAuthor {
  return { actor: token?.name ?? '', source: isFromConsole(headers) ? 'console' : 'api', reason };
}

function isFromConsole(headers: IncomingHttpHeaders): boolean {
  return headers[SOURCE_HEADER] === 'console';
}

function badRequest({ field, problem }: BadRequest): OperatorAnswer {
  return json({ error: problem, field }, 400);
}
