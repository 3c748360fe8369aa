import type { Answer } from './api.ts';
import type { Entry, Written } from './shapes.ts';
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

/** @param etag of the entry in the state that the admin has seen */
export async function writeEntry(store: Store, edit: RequestedEdit, etag: string): Promise<Answer<Written>> {
  const { list, feature, isBlocked, until, reason } = edit;
  const body = reason.trim() === '' ? {} : { reason: reason.trim() };
  return await store.request<Written>(entryPath(list, feature), {
    method: isBlocked ? 'PUT' : 'DELETE',
    body: isBlocked && until !== undefined ? { ...body, until } : body,
    ifMatch: etag,
  });
}

export async function undoChange(store: Store, id: string): Promise<Answer<Written>> {
  return await store.request<Written>(`v1/history/${encodeURIComponent(id)}/undo`, {
    method: 'POST',
    body: {},
  });
}
