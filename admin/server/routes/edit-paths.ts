import type { Request, Response } from 'express';
import type {
  BlocklistEditor,
  ChangeAuthor,
  EditResult,
} from '../../../shared/feature-control/blocklist-editor.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import type { Guard } from '../../../shared/rate-limit/guard.ts';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import type { RateLimit } from '../../../shared/rate-limit/rate-limit.ts';
import { validators } from '../../../shared/rest/validators.js';
import { matchesAnyTag } from '../../../node/http/conditions.ts';
import { SOURCE_HEADER } from '../authentication.ts';
import type { Endpoints, Paths } from '../endpoints.ts';
import type { History } from '../history.ts';
import { CONDITION_NEEDED, NO_SUCH_CHANGE, NOT_LOADED, refuse, tooManyRequests } from '../refusals.ts';
import type { IssuedToken } from '../token.ts';
import { toChangeBody, toEditedBody, toEntryBody } from './edit-bodies.ts';
import { etagOf, parseEntryPath, parseHistoryQuery, queryOf, readBody } from './edit-requests.ts';
import type { BadRequest, EntryPath } from './edit-requests.ts';

export interface EditPathsDependencies {
  readonly editor: BlocklistEditor;
  readonly history: History;
  readonly guard: Guard;
  /** Rate limit of the edits of one token. */
  readonly limit: RateLimit;
}

/** A request of a token, and its response. */
interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly token: IssuedToken;
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
        async handle(request, response) {
          const parsed = parseHistoryQuery(queryOf(request));
          if ('problem' in parsed) {
            refuseBadRequest(response, parsed);
            return;
          }
          if (!history.streams.isLoaded) {
            refuse(response, NOT_LOADED);
            return;
          }
          if (parsed.list !== undefined) await history.refresh(parsed.list);
          const { changes, next } = history.page(parsed);
          response.json({ changes: changes.map(toChangeBody), next });
        },
      },
    },
    '/v1/history/:id/undo': {
      post: {
        scope: 'blocklists:write',
        async handle(request, response, token) {
          await undo(dependencies, { request, response, token });
        },
      },
    },
  };
}

/** The endpoints of the entries of one kind of list. */
function entryEndpoints(dependencies: EditPathsDependencies, kind: BlocklistName['kind']): Endpoints {
  const { editor, history } = dependencies;
  const onEntry =
    (answer: (entry: EntryPath, exchange: Exchange) => Promise<void>) =>
    async (request: Request, response: Response, token: IssuedToken): Promise<void> => {
      const parsed = parseEntryPath(kind, request.params);
      if ('problem' in parsed) refuseBadRequest(response, parsed);
      else await answer(parsed, { request, response, token });
    };
  return {
    get: {
      scope: 'blocklists:read',
      handle: onEntry(async (entry, { response }) => {
        const state = await editor.read(entry.list, entry.feature);
        response.set('ETag', etagOf(state)).json(await entryBody(history, entry, state));
      }),
    },
    put: {
      scope: 'blocklists:write',
      handle: onEntry(async (entry, exchange) => {
        await block(dependencies, entry, exchange);
      }),
    },
    delete: {
      scope: 'blocklists:write',
      handle: onEntry(async (entry, exchange) => {
        await unblock(dependencies, entry, exchange);
      }),
    },
  };
}

async function block(
  dependencies: EditPathsDependencies,
  entry: EntryPath,
  exchange: Exchange,
): Promise<void> {
  const body = readBody(validators.blockRequest, exchange.request.body);
  if ('problem' in body) {
    refuseBadRequest(exchange.response, body);
    return;
  }
  const { reason, until } = body.value;
  await edit(dependencies, entry, exchange, async (expected) =>
    dependencies.editor.block(entry.list, entry.feature, {
      ...authorOf(exchange, reason),
      expected,
      untilMs: until,
    }),
  );
}

async function unblock(
  dependencies: EditPathsDependencies,
  entry: EntryPath,
  exchange: Exchange,
): Promise<void> {
  const body = readBody(validators.reasonRequest, exchange.request.body);
  if ('problem' in body) {
    refuseBadRequest(exchange.response, body);
    return;
  }
  await edit(dependencies, entry, exchange, async (expected) =>
    dependencies.editor.unblock(entry.list, entry.feature, {
      ...authorOf(exchange, body.value.reason),
      expected,
    }),
  );
}

/**
 * Edits an entry if its state matches `If-Match`.
 * @param run applies the edit if the entry still has the state `expected`; undefined accepts any state
 */
async function edit(
  dependencies: EditPathsDependencies,
  entry: EntryPath,
  exchange: Exchange,
  run: (expected: EntryState | undefined) => Promise<EditResult>,
): Promise<void> {
  if (!isPermitted(dependencies, exchange)) return;
  const { editor, history } = dependencies;
  const { request, response } = exchange;
  const { 'if-match': tags } = request.headers;
  if (tags === undefined) {
    refuse(response, CONDITION_NEEDED);
    return;
  }
  const isAny = tags.trim() === '*';
  const seen = isAny ? undefined : await editor.read(entry.list, entry.feature);
  if (seen !== undefined && !matchesAnyTag(tags, etagOf(seen)))
    await sendConflict(history, response, entry, seen, 412);
  else await sendResult(history, response, entry, await run(seen), 412);
}

async function undo(dependencies: EditPathsDependencies, exchange: Exchange): Promise<void> {
  const { editor, history } = dependencies;
  const { request, response } = exchange;
  const body = readBody(validators.reasonRequest, request.body);
  if ('problem' in body) {
    refuseBadRequest(response, body);
    return;
  }
  if (!isPermitted(dependencies, exchange)) return;
  const id = String(request.params['id']);
  const found = await editor.find(id);
  const result = found && (await editor.undo(id, authorOf(exchange, body.value.reason)));
  if (found === undefined || result === undefined || result.outcome === 'unknown')
    refuse(response, NO_SUCH_CHANGE);
  else await sendResult(history, response, found, result, 409);
}

async function sendResult(
  history: History,
  response: Response,
  entry: EntryPath,
  result: EditResult,
  conflictStatus: 409 | 412,
): Promise<void> {
  switch (result.outcome) {
    case 'invalid':
      refuseBadRequest(response, result);
      return;
    case 'conflict': {
      const feature = result.feature ?? entry.feature;
      await sendConflict(history, response, { list: entry.list, feature }, result.state, conflictStatus);
      return;
    }
    case 'changed':
      await history.refresh(entry.list);
      response.set('ETag', etagOf(result.after)).json(toEditedBody(result));
      return;
    case 'unchanged':
      response.set('ETag', etagOf(result.state)).json(toEditedBody(result));
  }
}

/** Returns the entry with its last change. */
async function entryBody(history: History, { list, feature }: EntryPath, state: EntryState) {
  await history.refresh(list);
  const [lastChange] = history.page({ list, feature, maxChanges: 1 }).changes;
  return toEntryBody(list, feature, state, lastChange);
}

/** The response to a conflict: the current state of the entry, and its last change. */
async function sendConflict(
  history: History,
  response: Response,
  entry: EntryPath,
  state: EntryState,
  status: 409 | 412,
): Promise<void> {
  const error = 'The entry has changed in the meantime; this response contains its current state.';
  const body = await entryBody(history, entry, state);
  response
    .status(status)
    .set('ETag', etagOf(state))
    .json({ error, ...body });
}

/** Refuses an invalid source, and too many edits of a token. @returns whether the edit may proceed */
function isPermitted(
  { guard, limit }: EditPathsDependencies,
  { request, response, token }: Exchange,
): boolean {
  if (!['api', 'console'].includes(sourceOf(request))) {
    refuseBadRequest(response, { field: 'Feature-Control-Source', problem: 'The source is console or api.' });
    return false;
  }
  const permit = guard.take(subjectOf('edit', token.hash), limit);
  if (!permit.granted) refuse(response, tooManyRequests('edits', permit.retryAfterMs));
  return permit.granted;
}

function authorOf({ request, token }: Exchange, reason: string | undefined): ChangeAuthor {
  return { actor: token.name, source: sourceOf(request) === 'console' ? 'console' : 'api', reason };
}

/** The console identifies itself, so that the history names it as the source. */
function sourceOf(request: Request): string {
  return request.get(SOURCE_HEADER) ?? 'api';
}

function refuseBadRequest(response: Response, { field, problem }: BadRequest): void {
  refuse(response, { status: 400, error: problem, field });
}
