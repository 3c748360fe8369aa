import type { Request } from 'express';
import { matchesAnyTag } from '../../../node/http/conditions.ts';
import type {
  BlocklistEditor,
  ChangeAuthor,
  EditResult,
} from '../../../shared/feature-control/blocklist-editor.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import type { SchemaValidator } from '../../../shared/json-schema.ts';
import type { Guard } from '../../../shared/rate-limit/guard.ts';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import type { RateLimit } from '../../../shared/rate-limit/rate-limit.ts';
import type { BlockRequest } from '../../../shared/rest/blocklist-edits.ts';
import { validators } from '../../../shared/rest/validators.js';
import { SOURCE_HEADER } from '../access/authentication.ts';
import type { IssuedToken } from '../access/token.ts';
import type { History } from '../data/history.ts';
import {
  badRequest,
  CONDITION_NEEDED,
  NO_SUCH_CHANGE,
  NOT_LOADED,
  tooManyRequests,
} from '../http/refusals.ts';
import type { Refusal, Reply } from '../http/reply.ts';
import { toChangeBody, toEditedBody, toEntryBody } from './edit-bodies.ts';
import { etagOf, parseEntryPath, parseHistoryQuery, validate } from './edit-requests.ts';
import type { EntryPath } from './edit-requests.ts';
import type { Endpoint, Endpoints, Paths } from './endpoints.ts';

export interface EditPathsDependencies {
  readonly editor: BlocklistEditor;
  readonly history: History;
  readonly guard: Guard;
  /** Rate limit of the edits of one token. */
  readonly limit: RateLimit;
}

/** Reads and edits single entries of lists, and the history. */
export function editPaths(dependencies: EditPathsDependencies): Paths {
  const { history } = dependencies;
  return {
    '/v1/blocklists/global/{:feature}': entryEndpoints(dependencies, 'global'),
    '/v1/blocklists/clients/{:owner}/{:feature}': entryEndpoints(dependencies, 'client'),
    '/v1/blocklists/servers/{:owner}/{:feature}': entryEndpoints(dependencies, 'server'),
    '/v1/history': {
      get: {
        scope: 'blocklists:read',
        async handle({ query }) {
          const parsed = parseHistoryQuery(query);
          if ('status' in parsed) return parsed;
          if (!history.streams.isLoaded) return NOT_LOADED;
          if (parsed.list !== undefined) await history.refresh(parsed.list);
          const { changes, next } = history.page(parsed);
          return { body: { changes: changes.map(toChangeBody), next } };
        },
      },
    },
    '/v1/history/:id/undo': {
      post: {
        scope: 'blocklists:write',
        handle: async (request, token) => await undo(dependencies, request, token),
      },
    },
  };
}

/** The endpoints of the entries of one kind of list. */
function entryEndpoints(dependencies: EditPathsDependencies, kind: BlocklistName['kind']): Endpoints {
  const { editor, history } = dependencies;
  const editEndpoint: Endpoint = {
    scope: 'blocklists:write',
    async handle(request, token) {
      const entry = parseEntryPath(kind, request.params);
      return 'status' in entry ? entry : await edit(dependencies, entry, request, token);
    },
  };
  return {
    get: {
      scope: 'blocklists:read',
      async handle({ params }) {
        const entry = parseEntryPath(kind, params);
        if ('status' in entry) return entry;
        return await replyWithEntry(history, entry, await editor.read(entry.list, entry.feature));
      },
    },
    put: editEndpoint,
    delete: editEndpoint,
  };
}

/** Blocks or unblocks an entry if its state matches `If-Match`. */
async function edit(
  dependencies: EditPathsDependencies,
  { list, feature }: EntryPath,
  request: Request,
  token: IssuedToken,
): Promise<Reply> {
  const { editor, history } = dependencies;
  const isBlock = request.method === 'PUT';
  const schema = isBlock ? validators.blockRequest : validators.reasonRequest;
  const permitted = permitEdit(dependencies, request, token, schema);
  if ('status' in permitted) return permitted;
  const { author, untilMs } = permitted;
  const tags = request.get('if-match');
  if (tags === undefined) return CONDITION_NEEDED;
  const expected = tags.trim() === '*' ? undefined : await editor.read(list, feature);
  if (expected !== undefined && !matchesAnyTag(tags, etagOf(expected)))
    return await replyWithEntry(history, { list, feature }, expected, 412);
  const result = isBlock
    ? await editor.block(list, feature, { ...author, expected, untilMs })
    : await editor.unblock(list, feature, { ...author, expected });
  return await replyWithResult(history, { list, feature }, result, 412);
}

async function undo(
  dependencies: EditPathsDependencies,
  request: Request,
  token: IssuedToken,
): Promise<Reply> {
  const { editor, history } = dependencies;
  const permitted = permitEdit(dependencies, request, token, validators.reasonRequest);
  if ('status' in permitted) return permitted;
  const id = String(request.params['id']);
  const found = await editor.find(id);
  const result = found && (await editor.undo(id, permitted.author));
  if (found === undefined || result === undefined || result.outcome === 'unknown') return NO_SUCH_CHANGE;
  return await replyWithResult(history, found, result, 409);
}

/** Reads who edits, and the body; refuses an invalid body or source, and too many edits of a token. */
function permitEdit(
  { guard, limit }: EditPathsDependencies,
  request: Request,
  token: IssuedToken,
  schema: SchemaValidator<BlockRequest>,
): { readonly author: ChangeAuthor; readonly untilMs: number | undefined } | Refusal {
  const body = validate(schema, request.body ?? {}, 'body');
  if ('status' in body) return body;
  // The console identifies itself, so that the history names it as the source.
  const source = request.get(SOURCE_HEADER) ?? 'api';
  if (source !== 'api' && source !== 'console')
    return badRequest('Feature-Control-Source', 'The source is console or api.');
  const permit = guard.take(subjectOf('edit', token.hash), limit);
  if (!permit.granted) return tooManyRequests('edits', permit.retryAfterMs);
  const { reason, until } = body.value;
  return { author: { actor: token.name, source, reason }, untilMs: until };
}

async function replyWithResult(
  history: History,
  { list, feature }: EntryPath,
  result: EditResult,
  conflictStatus: 409 | 412,
): Promise<Reply> {
  if (result.outcome === 'invalid') return badRequest(result.field, result.problem);
  if (result.outcome === 'conflict') {
    const entry = { list, feature: result.feature ?? feature };
    return await replyWithEntry(history, entry, result.state, conflictStatus);
  }
  await history.refresh(list);
  const state = result.outcome === 'changed' ? result.after : result.state;
  return { headers: { ETag: etagOf(state) }, body: toEditedBody(result) };
}

/** Returns the entry with its last change. @param status of a conflict, which the body explains */
async function replyWithEntry(
  history: History,
  { list, feature }: EntryPath,
  state: EntryState,
  status?: 409 | 412,
): Promise<Reply> {
  await history.refresh(list);
  const [lastChange] = history.page({ list, feature, maxChanges: 1 }).changes;
  const error = status && 'The entry has changed in the meantime; this response contains its current state.';
  const body = { error, ...toEntryBody(list, feature, state, lastChange) };
  return { status: status ?? 200, headers: { ETag: etagOf(state) }, body };
}
