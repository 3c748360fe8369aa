import type { IncomingHttpHeaders } from 'node:http';
import { describeViolation } from '../../../../shared/describe-violation.ts';
import type {
  BlocklistEditor,
  ChangeAuthor,
  EditResult,
} from '../../../../shared/feature-control/blocklist-editor.ts';
import type { BlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import type { EntryState } from '../../../../shared/feature-control/entry-state.ts';
import type { SchemaValidator } from '../../../../shared/json-schema.ts';
import { subjectOf } from '../../../../shared/rate-limit/rate-limit.ts';
import type { RateLimit, RateLimiter } from '../../../../shared/rate-limit/rate-limit.ts';
import { validators } from '../../../../shared/rest/validators.js';
import { createOperatorDocument } from '../../openapi/operator-document.ts';
import { matchesAnyTag } from '../../http/conditions.ts';
import { CONDITION_NEEDED, json, NO_SUCH_CHANGE, tooManyEdits } from '../operator-answers.ts';
import type { OperatorAnswer } from '../operator-answers.ts';
import type { OperatorAsker, OperatorRoute } from '../operator-routes.ts';
import { toChangeBody, toEditedBody, toEntryBody } from './edit-bodies.ts';
import { decode, etagOf, parseEntryPath, parseHistoryQuery } from './edit-requests.ts';
import type { BadRequest, EntryPath } from './edit-requests.ts';

export interface EditRoutesDependencies {
  readonly editor: BlocklistEditor;
  readonly limiter: RateLimiter;
  /** How often one token may edit. */
  readonly limit: RateLimit;
}

/** The header by which the console says that it is the console. */
const SOURCE_HEADER = 'feature-control-source';

const PATHS: readonly { readonly kind: BlocklistName['kind']; readonly path: RegExp }[] = [
  { kind: 'global', path: /^\/v1\/blocklists\/global\/([^/]*)$/ },
  { kind: 'client', path: /^\/v1\/blocklists\/clients\/([^/]*)\/([^/]*)$/ },
  { kind: 'server', path: /^\/v1\/blocklists\/servers\/([^/]*)\/([^/]*)$/ },
];

/** The interface that edits blocklists, on the listener for operators alone. */
export function editRoutes(dependencies: EditRoutesDependencies): OperatorRoute[] {
  const { editor } = dependencies;
  const document = createOperatorDocument();
  const entries = PATHS.flatMap(({ kind, path }): OperatorRoute[] => {
    const onEntry =
      (
        answer: (entry: EntryPath, asker: OperatorAsker) => Promise<OperatorAnswer>,
      ): OperatorRoute['answer'] =>
      async (parts, _query, asker) => {
        const parsed = parseEntryPath(kind, parts);
        return 'problem' in parsed ? badRequest(parsed) : await answer(parsed, asker);
      };
    return [
      {
        path,
        scope: 'blocklists:read',
        answer: onEntry(async ({ list, feature }) => {
          const state = await editor.read(list, feature);
          return await entryAnswer(editor, { list, feature }, state);
        }),
      },
      {
        ...{ path, method: 'PUT', scope: 'blocklists:write' },
        answer: onEntry(async (entry, asker) => await block(dependencies, entry, asker)),
      },
      {
        ...{ path, method: 'DELETE', scope: 'blocklists:write' },
        answer: onEntry(async (entry, asker) => await unblock(dependencies, entry, asker)),
      },
    ];
  });
  return [
    ...entries,
    {
      path: /^\/openapi\.json$/,
      // It says nothing of what is stored.
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
      answer: async ([id = ''], _query, asker) => await undo(dependencies, decode(id) ?? '', asker),
    },
  ];
}

async function block(
  dependencies: EditRoutesDependencies,
  entry: EntryPath,
  asker: OperatorAsker,
): Promise<OperatorAnswer> {
  const body = readBody(validators.blockRequest, asker);
  if ('problem' in body) return badRequest(body);
  const { reason, until } = body.value;
  return await edit(dependencies, entry, asker, async (expected) =>
    dependencies.editor.block(entry.list, entry.feature, {
      ...authorOf(asker, reason),
      ...{ expected, untilMs: until },
    }),
  );
}

async function unblock(
  dependencies: EditRoutesDependencies,
  entry: EntryPath,
  asker: OperatorAsker,
): Promise<OperatorAnswer> {
  const body = readBody(validators.reasonRequest, asker);
  if ('problem' in body) return badRequest(body);
  return await edit(dependencies, entry, asker, async (expected) =>
    dependencies.editor.unblock(entry.list, entry.feature, {
      ...authorOf(asker, body.value.reason),
      expected,
    }),
  );
}

/** @param run edits; `expected` is the state that the client has seen, undefined for any */
async function edit(
  { editor, limit, limiter }: EditRoutesDependencies,
  entry: EntryPath,
  asker: OperatorAsker,
  run: (expected: EntryState | undefined) => Promise<EditResult>,
): Promise<OperatorAnswer> {
  const refusal = await refusalOf(limiter, limit, asker);
  if (refusal !== undefined) return refusal;
  const { 'if-match': tags } = asker.headers;
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
  asker: OperatorAsker,
): Promise<OperatorAnswer> {
  const body = readBody(validators.reasonRequest, asker);
  if ('problem' in body) return badRequest(body);
  const refusal = await refusalOf(limiter, limit, asker);
  if (refusal !== undefined) return refusal;
  const found = await editor.find(id);
  if (found === undefined) return NO_SUCH_CHANGE;
  const result = await editor.undo(id, authorOf(asker, body.value.reason));
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
  const [lastChange] = (await editor.history({ list, feature, most: 1 })).changes;
  return json(toEntryBody(list, feature, state, lastChange), 200, ['ETag', etagOf(state)]);
}

/** Says what the entry is now, and who has changed it. */
async function conflict(
  editor: BlocklistEditor,
  { list, feature }: EntryPath,
  state: EntryState,
  status: 409 | 412,
): Promise<OperatorAnswer> {
  const [lastChange] = (await editor.history({ list, feature, most: 1 })).changes;
  const error = 'Somebody else has changed this entry. It is as shown here.';
  return json({ error, ...toEntryBody(list, feature, state, lastChange) }, status, ['ETag', etagOf(state)]);
}

async function refusalOf(
  limiter: RateLimiter,
  limit: RateLimit,
  { headers, token }: OperatorAsker,
): Promise<OperatorAnswer | undefined> {
  const { [SOURCE_HEADER]: source = 'api' } = headers;
  if (source !== 'api' && source !== 'console')
    return badRequest({ field: 'Feature-Control-Source', problem: 'The source is console or api.' });
  const permit = await limiter.take(subjectOf('edit', token?.hash ?? ''), limit);
  return permit.granted ? undefined : tooManyEdits(permit.retryAfterMs);
}

function authorOf({ headers, token }: OperatorAsker, reason: string | undefined): ChangeAuthor {
  return { actor: token?.name ?? '', source: isFromConsole(headers) ? 'console' : 'api', reason };
}

function isFromConsole(headers: IncomingHttpHeaders): boolean {
  return headers[SOURCE_HEADER] === 'console';
}

/** A request without a body is one with an empty object. */
function readBody<Body>(
  validate: SchemaValidator<Body>,
  { body = {} }: OperatorAsker,
): { readonly value: Body } | BadRequest {
  if (validate(body)) return { value: body };
  const [violation] = validate.errors ?? [];
  if (violation === undefined) return { field: 'body', problem: 'The body is not valid.' };
  const field = violation.instancePath.split('/')[1];
  return { field: field ?? 'body', problem: describeViolation(violation, { whole: 'the body' }) };
}

function badRequest({ field, problem }: BadRequest): OperatorAnswer {
  return json({ error: problem, field }, 400);
}
