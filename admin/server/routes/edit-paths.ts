import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { HTTP_ERRORS } from '../../../node/http/errors.ts';
import type { HttpError } from '../../../node/http/errors.ts';
import { changesByList, planReversal, undoSteps } from '../../../shared/feature-control/blocklist-change.ts';
import type { BlocklistChange } from '../../../shared/feature-control/blocklist-change.ts';
import type {
  BlocklistEditor,
  ChangeAuthor,
  EditResult,
} from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE, isSameState } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import { stateIn } from '../../../shared/feature-control/list-contents.ts';
import type { ListContents } from '../../../shared/feature-control/list-contents.ts';
import type { SchemaValidator } from '../../../shared/json-schema.ts';
import type { Guard } from '../../../shared/rate-limit/guard.ts';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import type { RateLimit } from '../../../shared/rate-limit/rate-limit.ts';
import { newestChangeFirst } from '../../../shared/redis/blocklists/history/history-page.ts';
import {
  toChangeBody,
  toConflictBody,
  toEditedBody,
  toFeatureChangeBody,
  toStateBody,
} from '../../../shared/rest/blocklist-bodies.ts';
import type {
  BlocklistEntryBody,
  BlockRequest,
  EditedBody,
  UndoneBody,
  UndoRequest,
} from '../../../shared/rest/blocklist-edits.ts';
import { validators } from '../../../shared/rest/validators.js';
import { SOURCE_HEADER } from '../access/authentication.ts';
import type { IssuedToken } from '../access/token.ts';
import type { History } from '../data/history.ts';
import { badRequest, CONDITION_NEEDED, NO_SUCH_CHANGE, tooManyRequests } from '../http/refusals.ts';
import type { Reply } from '../http/reply.ts';
import type { Lists } from '../lists/lists.ts';
import {
  endRefusal,
  etagOf,
  parseFeature,
  parseHistoryQuery,
  parseIfMatch,
  parseListPath,
  parseStates,
  validate,
} from './edit-requests.ts';
import type { Endpoint, Endpoints, Paths } from './endpoints.ts';

export interface EditPathsDependencies {
  readonly editor: BlocklistEditor;
  readonly lists: Lists;
  readonly history: History;
  /** The time of Redis, in milliseconds since the epoch. */
  readonly nowMs: () => number;
  readonly guard: Guard;
  /** Rate limit of the edits of one token. */
  readonly limit: RateLimit;
}

/** Reads and edits lists and their entries, and the history. */
export function editPaths(dependencies: EditPathsDependencies): Paths {
  const { history, lists } = dependencies;
  return {
    '/v1/blocklists': readOf(lists, () => ({ body: { lists: lists.all() } })),
    '/v1/blocklists/global': listEndpoints(dependencies, 'global'),
    '/v1/blocklists/global/{:feature}': entryEndpoints(dependencies, 'global'),
    '/v1/blocklists/clients/{:owner}': listEndpoints(dependencies, 'client'),
    '/v1/blocklists/clients/{:owner}/{:feature}': entryEndpoints(dependencies, 'client'),
    '/v1/blocklists/servers/{:owner}': listEndpoints(dependencies, 'server'),
    '/v1/blocklists/servers/{:owner}/{:feature}': entryEndpoints(dependencies, 'server'),
    '/v1/history': {
      get: {
        scope: 'blocklists:read',
        async handle({ query }) {
          const parsed = parseHistoryQuery(query);
          if ('status' in parsed) return parsed;
          if (!history.streams.isLoaded) return HTTP_ERRORS.notLoaded;
          if (parsed.list !== undefined) await history.refresh(parsed.list);
          const { changes, next } = history.page(parsed);
          return { body: { changes: changes.map(toChangeBody), next } };
        },
      },
    },
    '/v1/history/:id/undo': {
      post: {
        scope: 'blocklists:write',
        async handle(request, token) {
          const permitted = permitEdit(dependencies, request, token, validators.reasonRequest);
          if ('status' in permitted) return permitted;
          return await undo(dependencies, { ids: [String(request.params['id'])] }, permitted.author);
        },
      },
    },
    '/v1/history/undo': {
      post: {
        scope: 'blocklists:write',
        async handle(request, token) {
          const permitted = permitEdit(dependencies, request, token, validators.undoRequest);
          if ('status' in permitted) return permitted;
          return await undo(dependencies, permitted.body, permitted.author);
        },
      },
    },
  };
}

/** Returns the endpoints of a path that reads the lists, as soon as they are loaded. */
export function readOf(
  lists: Lists,
  read: (names: Readonly<Record<string, string>>) => Reply | HttpError,
): Endpoints {
  return {
    get: {
      scope: 'blocklists:read',
      handle: ({ params }) =>
        lists.isLoaded ? read(params as Record<string, string>) : HTTP_ERRORS.notLoaded,
    },
  };
}

/** The endpoints of whole lists. */
function listEndpoints(dependencies: EditPathsDependencies, type: BlocklistName['type']): Endpoints {
  const { lists, nowMs } = dependencies;
  return {
    ...readOf(lists, (params) => {
      const path = parseListPath(type, params);
      return 'status' in path ? path : { body: lists.find(path.list) };
    }),
    patch: {
      scope: 'blocklists:write',
      async handle(request, token) {
        const path = parseListPath(type, request.params as Record<string, string>);
        if ('status' in path) return path;
        const permitted = permitEdit(dependencies, request, token, validators.listEdit);
        if ('status' in permitted) return permitted;
        const { author, body } = permitted;
        const wanted = parseStates('features', body.features);
        if ('status' in wanted) return wanted;
        const tooFar = endRefusal(wanted.states, nowMs());
        if (tooFar !== undefined) return tooFar;
        const expected = parseStates('expected', body.expected ?? {});
        if ('status' in expected) return expected;
        for (const feature of expected.states.keys())
          if (!wanted.states.has(feature))
            return badRequest('expected', 'Each expected feature must be one of features.');
        const result = await editAndRefresh(dependencies, path.list, wanted.states, author, expected.states);
        return replyTo(path.list, result, 409);
      },
    },
  };
}

/** The endpoints of single entries. */
function entryEndpoints(dependencies: EditPathsDependencies, type: BlocklistName['type']): Endpoints {
  const { history, lists, nowMs } = dependencies;
  const editEndpoint: Endpoint = {
    scope: 'blocklists:write',
    async handle(request, token) {
      const path = parseListPath(type, request.params as Record<string, string>);
      if ('status' in path) return path;
      const entry = parseFeature(request.params as Record<string, string>);
      return 'status' in entry
        ? entry
        : await editEntry(dependencies, path.list, entry.feature, request, token);
    },
  };
  return {
    ...readOf(lists, (params) => {
      const path = parseListPath(type, params);
      if ('status' in path) return path;
      const entry = parseFeature(params);
      if ('status' in entry) return entry;
      const { list } = path;
      const { feature } = entry;
      const state = stateIn(lists.contents(list), feature, nowMs());
      const [change] = history.page({ list, feature, maxChanges: 1 }).changes;
      const body: BlocklistEntryBody = {
        list: formatBlocklistName(list),
        feature,
        ...toStateBody(state),
        ...(change === undefined ? {} : { lastChange: toChangeBody(change) }),
      };
      return { headers: { ETag: etagOf(state) }, body };
    }),
    put: editEndpoint,
    delete: editEndpoint,
  };
}

/** Blocks or unblocks an entry if its state matches `If-Match`. */
async function editEntry(
  dependencies: EditPathsDependencies,
  list: BlocklistName,
  feature: string,
  request: Request,
  token: IssuedToken,
): Promise<Reply | HttpError> {
  const isBlock = request.method === 'PUT';
  const schema: SchemaValidator<BlockRequest> = isBlock ? validators.blockRequest : validators.reasonRequest;
  const permitted = permitEdit(dependencies, request, token, schema);
  if ('status' in permitted) return permitted;
  const condition = request.get('if-match');
  if (condition === undefined) return CONDITION_NEEDED;
  const { author, body } = permitted;
  const { until } = body;
  const state = !isBlock ? FREE : until === undefined ? BLOCKED : blockedUntil(until);
  const tooFar = endRefusal(new Map([[feature, state]]), dependencies.nowMs());
  if (tooFar !== undefined) return tooFar;
  const accepted = parseIfMatch(condition);
  const result = await editIfMatch(dependencies, list, [feature, state], author, accepted);
  const reply = replyTo(list, result, 412);
  if (result.outcome === 'invalid') return reply;
  const [conflict] = result.outcome === 'conflict' ? result.conflicts : [];
  return { ...reply, headers: { ETag: etagOf(conflict?.state ?? state) } };
}

/** @param accepted the states that the entry may be in; undefined for any */
async function editIfMatch(
  dependencies: EditPathsDependencies,
  list: BlocklistName,
  [feature, state]: readonly [feature: string, state: EntryState],
  author: ChangeAuthor,
  accepted: readonly EntryState[] | undefined,
): Promise<EditResult> {
  const edit = async (expected?: EntryState): Promise<EditResult> => {
    const seen = expected && new Map([[feature, expected]]);
    return await editAndRefresh(dependencies, list, new Map([[feature, state]]), author, seen, true);
  };
  if (accepted === undefined) return await edit();
  const [first] = accepted;
  if (first === undefined) {
    const known = stateIn(dependencies.lists.contents(list), feature, dependencies.nowMs());
    return { outcome: 'conflict', conflicts: [{ feature, state: known, lastChange: undefined }] };
  }
  const result = await edit(first);
  const [conflict] = result.outcome === 'conflict' ? result.conflicts : [];
  const isAccepted = conflict !== undefined && accepted.some((one) => isSameState(one, conflict.state));
  return isAccepted ? await edit(conflict.state) : result;
}

/** Reverts changes. */
async function undo(
  dependencies: EditPathsDependencies,
  { dryRun = false, ids, kept = {} }: UndoRequest,
  author: ChangeAuthor,
): Promise<Reply | HttpError> {
  const { editor, history } = dependencies;
  const found = new Map<string, BlocklistChange>();
  for (const id of ids) {
    const changes = await history.find(id);
    if (changes.length === 0) return NO_SUCH_CHANGE;
    for (const change of changes) found.set(change.id, change);
  }
  const changes = [...found.values()].sort(newestChangeFirst);
  if (dryRun) return { body: planUndo(dependencies, changes, kept) };
  const steps = undoSteps(changes);
  // By it, they are found and reverted together.
  const batch = steps.length > 1 ? randomBytes(6).toString('hex') : undefined;
  const edits: EditedBody[] = [];
  for (const step of steps) {
    const { list } = step;
    const result = await editor.undo(
      step.changes,
      { ...author, batch },
      new Set(kept[formatBlocklistName(list)]),
    );
    if (result.outcome !== 'changed' && result.outcome !== 'unchanged') return replyTo(list, result, 409);
    await refresh(dependencies, list);
    edits.push(toEditedBody(list, result));
  }
  return { body: { edits } satisfies UndoneBody };
}

/** Returns what an undo of changes would do now. */
function planUndo(
  { lists, nowMs }: EditPathsDependencies,
  changes: readonly BlocklistChange[],
  kept: Readonly<Record<string, readonly string[]>>,
): UndoneBody {
  const edits: EditedBody[] = [];
  const changedSince: Record<string, string[]> = {};
  for (const { list, changes: ofList } of changesByList(changes)) {
    const name = formatBlocklistName(list);
    const planned = planReversal(ofList, lists.contents(list), nowMs()).filter(
      ({ feature }) => kept[name]?.includes(feature) !== true,
    );
    const changed = planned.filter(({ isKept }) => !isKept).map(toFeatureChangeBody);
    if (changed.length > 0) edits.push({ list: name, changes: changed });
    if (changed.length < planned.length)
      changedSince[name] = planned.filter(({ isKept }) => isKept).map(({ feature }) => feature);
  }
  return { edits, kept: changedSince };
}

/** Reads who edits, and the body; refuses an invalid body or source, and too many edits of a token. */
function permitEdit<Body extends { readonly reason?: string }>(
  { guard, limit }: EditPathsDependencies,
  request: Request,
  token: IssuedToken,
  schema: SchemaValidator<Body>,
): { readonly author: ChangeAuthor; readonly body: Body } | HttpError {
  const body = validate(schema, request.body ?? {}, 'body');
  if ('status' in body) return body;
  // The console identifies itself, so that the history names it as the source.
  const source = request.get(SOURCE_HEADER) ?? 'api';
  if (source !== 'api' && source !== 'console')
    return badRequest('Feature-Control-Source', 'The source is console or api.');
  const permit = guard.take(subjectOf('edit', token.hash), limit);
  if (!permit.granted) return tooManyRequests('edits', permit.retryAfterMs);
  return { author: { actor: token.name, source, reason: body.value.reason }, body: body.value };
}

/** Edits a list. Later reads from this server include the edit. */
async function editAndRefresh(
  dependencies: EditPathsDependencies,
  list: BlocklistName,
  wanted: ListContents,
  author: ChangeAuthor,
  expected: ListContents | undefined,
  isStrict = false,
): Promise<EditResult> {
  const result = await dependencies.editor.edit(list, wanted, author, expected, isStrict);
  if (result.outcome === 'changed') await refresh(dependencies, list);
  return result;
}

async function refresh({ history, lists }: EditPathsDependencies, list: BlocklistName): Promise<void> {
  await Promise.all([lists.refresh(list), history.refresh(list)]);
}

/** @param conflictStatus of a conflict, which the body explains */
function replyTo(list: BlocklistName, result: EditResult, conflictStatus: 409 | 412): Reply | HttpError {
  switch (result.outcome) {
    case 'invalid':
      return badRequest(result.field, result.problem);
    case 'conflict': {
      const { error, ...details } = toConflictBody(list, result);
      return { status: conflictStatus, message: error, details };
    }
    default:
      return { body: toEditedBody(list, result) };
  }
}
