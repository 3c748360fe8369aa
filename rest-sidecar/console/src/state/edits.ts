import type { Answer, Failure } from './api.ts';
import type { Entry, Written } from './api-types.ts';
import type { Store } from './store.ts';

/** Returns the URL path of an entry. @param list `global`, `client:<client>` or `server:<server>` */
export function entryPath(list: string, feature: string): string {
  const [, kind = '', name = ''] = /^(client|server):(.*)$/s.exec(list) ?? [];
  const parts = kind === '' ? ['global'] : [`${kind}s`, name];
  return ['v1', 'blocklists', ...parts, feature].map(encodeURIComponent).join('/');
}

export interface RequestedEdit {
  readonly list: string;
  readonly feature: string;
  /** `false` unblocks. */
  readonly isBlocked: boolean;
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
  /** Undefined if the admin has not seen the entry's state. */
  readonly etag: string | undefined;
  /** Whether the admin has entered the name, so that the page has shown the feature as not blocked. */
  readonly isEntered: boolean;
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
  { etag, isEntered }: SeenState,
): Promise<EditResult> {
  if (etag !== undefined) return await writeEntry(store, edit, etag);
  const answer = await readEntry(store, edit);
  if (!answer.ok) return { kind: 'failed', failure: answer.failure };
  const { body: entry, etag: current = '*' } = answer;
  if (isEntered && entry.blocked === edit.isBlocked) return { kind: 'conflict', entry, etag: current };
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
