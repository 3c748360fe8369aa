import { randomBytes } from 'node:crypto';
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
import type { SchemaValidator } from '../../../shared/json-schema.ts';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import { RedisBlocklistEditor } from '../../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import { newestChangeFirst } from '../../../shared/redis/blocklists/history/history-page.ts';
import { serverNamesOf } from '../../../shared/redis/programs/server-scopes.ts';
import {
  toChangeBody,
  toConflictBody,
  toEditedBody,
  toFeatureChangeBody,
  toStateBody,
} from '../../../shared/rest/blocklist-bodies.ts';
import type {
  BlocklistEntryBody,
  EditedBody,
  UndoneBody,
  UndoRequest,
} from '../../../shared/rest/blocklist-edits.ts';
import { validators } from '../../../shared/rest/validators.js';
import { SOURCE_HEADER } from '../access/authentication.ts';
import { badRequest, CONDITION_NEEDED, NO_SUCH_CHANGE, tooManyRequests } from '../http/refusals.ts';
import type { Reply } from '../http/reply.ts';
import type { ServerParts } from '../server-parts.ts';
import {
  endRefusal,
  etagOf,
  parseEntryPath,
  parseHistoryQuery,
  parseIfMatch,
  parseListPath,
  parseStates,
  validate,
} from './edit-requests.ts';
import type { Entry, Names } from './edit-requests.ts';
import { reads } from './endpoints.ts';
import type { Endpoint, Endpoints, Paths } from './endpoints.ts';

/** The period of the limit of edits, in milliseconds. */
const EDITS_WINDOW_MS = 10_000;

interface EditParts extends ServerParts {
  readonly editor: BlocklistEditor;
}

/** Reads and edits lists and their entries, and the history. */
export function editPaths(serverParts: ServerParts): Paths {
  const { config, heartbeats, history, lists } = serverParts;
  const editor = new RedisBlocklistEditor({
    ...serverParts,
    maxRecords: config.historyEntries,
    serverNames: () => serverNamesOf(Array.from(heartbeats.entries(), ([, record]) => record)),
  });
  const parts: EditParts = { ...serverParts, editor };
  return {
    '/v1/blocklists': readOf(serverParts, () => ({ body: { lists: lists.all() } })),
    '/v1/blocklists/global': listEndpoints(parts, 'global'),
    '/v1/blocklists/global/{:feature}': entryEndpoints(parts, 'global'),
    '/v1/blocklists/clients/{:owner}': listEndpoints(parts, 'client'),
    '/v1/blocklists/clients/{:owner}/{:feature}': entryEndpoints(parts, 'client'),
    '/v1/blocklists/servers/{:owner}': listEndpoints(parts, 'server'),
    '/v1/blocklists/servers/{:owner}/{:feature}': entryEndpoints(parts, 'server'),
    '/v1/history': reads('blocklists:read', async ({ query }) => {
      const parsed = parseHistoryQuery(query);
      if ('status' in parsed) return parsed;
      if (!history.streams.isLoaded) return HTTP_ERRORS.notLoaded;
      if (parsed.list !== undefined) await history.refresh(parsed.list);
      const { changes, next } = history.page(parsed);
      return { body: { changes: changes.map(toChangeBody), next } };
    }),
    '/v1/history/:id/undo': {
      post: edit(parts, validators.reasonRequest, ({ author, names: { id = '' } }) =>
        undo(parts, { ids: [id] }, author),
      ),
    },
    '/v1/history/undo': {
      post: edit(parts, validators.undoRequest, ({ author, body }) => undo(parts, body, author)),
    },
  };
}

/** Returns the endpoints of a path that reads the lists, as soon as they are loaded. */
export function readOf({ blocklists }: ServerParts, read: (names: Names) => Reply | HttpError): Endpoints {
  return reads('blocklists:read', ({ params }) =>
    blocklists.isLoaded ? read(params) : HTTP_ERRORS.notLoaded,
  );
}

/** A permitted request to edit. */
interface EditRequest<Body> {
  readonly author: ChangeAuthor;
  readonly body: Body;
  readonly names: Names;
  readonly ifMatch: string | undefined;
}

/**
 * Returns an endpoint that edits. Refuses an invalid body or source, and too many edits of a token.
 * @param schema of the body
 */
function edit<Body extends { readonly reason?: string }>(
  { config, guard }: EditParts,
  schema: SchemaValidator<Body>,
  handle: (request: EditRequest<Body>) => Reply | HttpError | Promise<Reply | HttpError>,
): Endpoint {
  const limit = { maxRequests: config.editsPer10s, windowMs: EDITS_WINDOW_MS };
  return {
    scope: 'blocklists:write',
    async handle(request, { hash, name: actor }) {
      const read = validate(schema, request.body ?? {}, 'body');
      if ('status' in read) return read;
      // The console identifies itself, so that the history names it as the source.
      const source = request.get(SOURCE_HEADER) ?? 'api';
      if (source !== 'api' && source !== 'console')
        return badRequest('Feature-Control-Source', 'The source is console or api.');
      const permit = guard.take(subjectOf('edit', hash), limit);
      if (!permit.granted) return tooManyRequests('edits', permit.retryAfterMs);
      const body = read.value;
      const author = { actor, source, reason: body.reason } as const;
      return await handle({ author, body, names: request.params, ifMatch: request.get('if-match') });
    },
  };
}

/** The endpoints of whole lists. */
function listEndpoints(parts: EditParts, type: BlocklistName['type']): Endpoints {
  const { lists, time } = parts;
  return {
    ...readOf(parts, (names) => {
      const path = parseListPath(type, names);
      return 'status' in path ? path : { body: lists.find(path.list) };
    }),
    patch: edit(parts, validators.listEdit, async ({ author, body, names }) => {
      const path = parseListPath(type, names);
      if ('status' in path) return path;
      const wanted = parseStates('features', body.features);
      if ('status' in wanted) return wanted;
      const tooFar = endRefusal(wanted.states, time.now());
      if (tooFar !== undefined) return tooFar;
      const expected = parseStates('expected', body.expected ?? {});
      if ('status' in expected) return expected;
      for (const feature of expected.states.keys())
        if (!wanted.states.has(feature))
          return badRequest('expected', 'Each expected feature must be one of features.');
      const result = await parts.editor.edit(path.list, wanted.states, author, expected.states);
      await refresh(parts, path.list);
      return replyTo(path.list, result, 409);
    }),
  };
}

/** The endpoints of single entries. */
function entryEndpoints(parts: EditParts, type: BlocklistName['type']): Endpoints {
  const { history, lists, time } = parts;
  const editEntry = <Body extends { readonly reason?: string }>(
    schema: SchemaValidator<Body>,
    stateOf: (body: Body) => EntryState,
  ): Endpoint =>
    edit(parts, schema, async ({ author, body, ifMatch, names }) => {
      const entry = parseEntryPath(type, names);
      if ('status' in entry) return entry;
      return await setIfMatch(parts, { ...entry, state: stateOf(body) }, author, ifMatch);
    });
  return {
    ...readOf(parts, (names) => {
      const entry = parseEntryPath(type, names);
      if ('status' in entry) return entry;
      const { feature, list } = entry;
      const state = stateIn(lists.contents(list), feature, time.now());
      const [change] = history.page({ list, feature, maxChanges: 1 }).changes;
      const body: BlocklistEntryBody = {
        list: formatBlocklistName(list),
        feature,
        ...toStateBody(state),
        ...(change === undefined ? {} : { lastChange: toChangeBody(change) }),
      };
      return { headers: { ETag: etagOf(state) }, body };
    }),
    put: editEntry(validators.blockRequest, ({ until }) =>
      until === undefined ? BLOCKED : blockedUntil(until),
    ),
    delete: editEntry(validators.reasonRequest, () => FREE),
  };
}

/** Sets the state of an entry if its state so far matches `If-Match`. */
async function setIfMatch(
  parts: EditParts,
  { feature, list, state }: Entry & { readonly state: EntryState },
  author: ChangeAuthor,
  ifMatch: string | undefined,
): Promise<Reply | HttpError> {
  if (ifMatch === undefined) return CONDITION_NEEDED;
  const nowMs = parts.time.now();
  const wanted = new Map([[feature, state]]);
  const tooFar = endRefusal(wanted, nowMs);
  if (tooFar !== undefined) return tooFar;
  const accepted = parseIfMatch(ifMatch);
  const known = stateIn(parts.lists.contents(list), feature, nowMs);
  // The script takes one state: of several accepted ones, that in memory.
  const expected = accepted?.find((one) => isSameState(one, known)) ?? accepted?.[0];
  const isRefused = accepted !== undefined && expected === undefined;
  const result: EditResult = isRefused
    ? { outcome: 'conflict', conflicts: [{ feature, state: known, lastChange: undefined }] }
    : await parts.editor.edit(list, wanted, author, expected && new Map([[feature, expected]]), true);
  await refresh(parts, list);
  const reply = replyTo(list, result, 412);
  if (result.outcome === 'invalid') return reply;
  const [conflict] = result.outcome === 'conflict' ? result.conflicts : [];
  return { ...reply, headers: { ETag: etagOf(conflict?.state ?? state) } };
}

/** Reverts changes. */
async function undo(
  parts: EditParts,
  { dryRun = false, ids, kept = {} }: UndoRequest,
  author: ChangeAuthor,
): Promise<Reply | HttpError> {
  const { editor, history } = parts;
  const found = new Map<string, BlocklistChange>();
  for (const id of ids) {
    const changes = await history.find(id);
    if (changes.length === 0) return NO_SUCH_CHANGE;
    for (const change of changes) found.set(change.id, change);
  }
  const changes = [...found.values()].sort(newestChangeFirst);
  if (dryRun) return { body: planUndo(parts, changes, kept) };
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
    await refresh(parts, list);
    edits.push(toEditedBody(list, result));
  }
  return { body: { edits } satisfies UndoneBody };
}

/** Returns what an undo of changes would do now. */
function planUndo(
  { lists, time }: EditParts,
  changes: readonly BlocklistChange[],
  kept: Readonly<Record<string, readonly string[]>>,
): UndoneBody {
  const edits: EditedBody[] = [];
  const changedSince: Record<string, string[]> = {};
  for (const { list, changes: ofList } of changesByList(changes)) {
    const name = formatBlocklistName(list);
    const planned = planReversal(ofList, lists.contents(list), time.now()).filter(
      ({ feature }) => kept[name]?.includes(feature) !== true,
    );
    const changed = planned.filter(({ isKept }) => !isKept).map(toFeatureChangeBody);
    if (changed.length > 0) edits.push({ list: name, changes: changed });
    if (changed.length < planned.length)
      changedSince[name] = planned.filter(({ isKept }) => isKept).map(({ feature }) => feature);
  }
  return { edits, kept: changedSince };
}

/** Reads a list and its history again, so that later reads from this server include the edit. */
async function refresh({ blocklists, history, keys }: EditParts, list: BlocklistName): Promise<void> {
  await Promise.all([blocklists.refresh(keys.blocklistKey(list)), history.refresh(list)]);
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
