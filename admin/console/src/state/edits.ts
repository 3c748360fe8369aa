import { GLOBAL_LIST, parseBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { LAST_MS } from '../../../../shared/feature-control/entry-state.ts';
import type { Answer, Failure } from './api.ts';
import type { Entry, Written } from './api-types.ts';
import type { Store } from './store.ts';

/** Returns the URL path of an entry. @param list `global`, `client:<client>` or `server:<server>` */
export function entryPath(list: string, feature: string): string {
  const named = parseBlocklistName(list) ?? GLOBAL_LIST;
  const parts = named.kind === 'global' ? ['global'] : [`${named.kind}s`, named.name];
  return ['v1', 'blocklists', ...parts, feature].map(encodeURIComponent).join('/');
}

export interface RequestedEdit {
  readonly list: string;
  readonly feature: string;
  /** `false` unblocks. */
  readonly isBlocked: boolean;
  /** End of the block, in milliseconds since the epoch; undefined if it is permanent. */
  readonly until?: number | undefined;
  readonly reason: string;
}

/** Reads the state of an entry. A write with its ETag fails if the entry has changed in the meantime. */
export async function readEntry(
  store: Store,
  { list, feature }: Pick<RequestedEdit, 'list' | 'feature'>,
): Promise<Answer<Entry>> {
  return await store.request<Entry>(entryPath(list, feature));
}

/** What the admin has seen of an entry before the edit. */
export interface SeenState {
  /** Of the version that a conflict has shown to the admin; undefined if there was none. */
  readonly etag: string | undefined;
  readonly shown: ShownState;
}

/** The state of an entry that the page showed when the dialog was opened. The page's list may be stale. */
export interface ShownState {
  readonly isBlocked: boolean;
  /** The end of the block, in milliseconds since the epoch; undefined if it has none. */
  readonly until: number | undefined;
}

/** Whether an entry is in the state that the page showed. */
function isAsShown(entry: Entry, { isBlocked, until }: ShownState): boolean {
  if (!entry.blocked || !isBlocked) return entry.blocked === isBlocked;
  const { permanent, until: end = LAST_MS } = entry;
  return (permanent ? LAST_MS : end) === (until ?? LAST_MS);
}

export type EditResult =
  /** The id of the recorded change; undefined if the entry was already in the requested state. */
  | { readonly kind: 'written'; readonly id: string | undefined }
  /** The entry, which must be shown to the admin before it is written, and its ETag. */
  | { readonly kind: 'conflict'; readonly entry: Entry; readonly etag: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Writes an entry, if it is still in the state that the admin has seen (G76). */
export async function writeSeenEntry(
  store: Store,
  edit: RequestedEdit,
  { etag, shown }: SeenState,
): Promise<EditResult> {
  if (etag !== undefined) return await writeEntry(store, edit, etag);
  const answer = await readEntry(store, edit);
  if (!answer.ok) return { kind: 'failed', failure: answer.failure };
  const { body: entry, etag: current = '*' } = answer;
  if (!isAsShown(entry, shown)) return { kind: 'conflict', entry, etag: current };
  return await writeEntry(store, edit, current);
}

async function writeEntry(store: Store, edit: RequestedEdit, etag: string): Promise<EditResult> {
  const { list, feature, isBlocked, until, reason } = edit;
  const body = reason.trim() === '' ? {} : { reason: reason.trim() };
  const answer = await store.request<Written>(entryPath(list, feature), {
    method: isBlocked ? 'PUT' : 'DELETE',
    body: isBlocked && until !== undefined ? { ...body, until } : body,
    ifMatch: etag,
  });
  if (answer.ok) return { kind: 'written', id: answer.body.id };
  const { failure } = answer;
  if (failure.status !== 412) return { kind: 'failed', failure };
  return { kind: 'conflict', entry: failure.body as Entry, etag: failure.etag ?? '*' };
}

export async function undoChange(store: Store, id: string): Promise<Answer<Written>> {
  return await store.request<Written>(`v1/history/${encodeURIComponent(id)}/undo`, {
    method: 'POST',
    body: {},
  });
}
