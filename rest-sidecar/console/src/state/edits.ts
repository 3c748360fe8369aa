import type { Answer } from './api.ts';
import type { Entry, Written } from './shapes.ts';
import type { Store } from './store.ts';

/** Where one entry is read and written. @param list `global`, `client:<client>` or `server:<server>` */
export function entryPath(list: string, feature: string): string {
  const [, kind = '', name = ''] = /^(client|server):(.*)$/s.exec(list) ?? [];
  const parts = kind === '' ? ['global'] : [`${kind}s`, name];
  return ['v1', 'blocklists', ...parts, feature].map(encodeURIComponent).join('/');
}

export interface Wish {
  readonly list: string;
  readonly feature: string;
  /** `false` unblocks. */
  readonly isBlocked: boolean;
  readonly until?: number | undefined;
  readonly reason: string;
}

/** Reads how an entry stands; its ETag is what a write is allowed to change. */
export async function readEntry(
  store: Store,
  { list, feature }: Pick<Wish, 'list' | 'feature'>,
): Promise<Answer<Entry>> {
  return await store.ask<Entry>(entryPath(list, feature));
}

/** @param etag of the entry as the admin has seen it */
export async function writeEntry(store: Store, wish: Wish, etag: string): Promise<Answer<Written>> {
  const { list, feature, isBlocked, until, reason } = wish;
  const why = reason.trim() === '' ? {} : { reason: reason.trim() };
  return await store.ask<Written>(entryPath(list, feature), {
    method: isBlocked ? 'PUT' : 'DELETE',
    body: isBlocked && until !== undefined ? { ...why, until } : why,
    ifMatch: etag,
  });
}

export async function undoChange(store: Store, id: string): Promise<Answer<Written>> {
  return await store.ask<Written>(`v1/history/${encodeURIComponent(id)}/undo`, { method: 'POST', body: {} });
}
