import type { IssuedToken } from '../../../shared/operators/stored-token.ts';
import type { Surroundings } from './surroundings.ts';
import { toTable } from './table.ts';
import { withTokenStore } from './with-token-store.ts';

/** Digits of the hash that are printed: enough to tell tokens apart, and no secret. */
const SHOWN_DIGITS = 12;

const HEADINGS = ['hash', 'name', 'scopes', 'created', 'expires'];

export async function listTokens(surroundings: Surroundings, asJson: boolean): Promise<void> {
  const tokens = await withTokenStore(surroundings, async (store) => await store.list());
  const ordered = [...tokens].sort((a, b) => a.createdAt - b.createdAt || (a.hash < b.hash ? -1 : 1));
  if (asJson) surroundings.out(JSON.stringify(ordered.map(toJson)));
  else if (ordered.length === 0) surroundings.err('No token is issued.');
  else {
    const rows = ordered.map((token) => toRow(token, surroundings.nowMs()));
    toTable([HEADINGS, ...rows]).forEach(surroundings.out);
  }
}

function toJson({ hash, name, scopes, createdAt, expiresAt }: IssuedToken): object {
  return { hash, name, scopes, createdAt, expiresAt: expiresAt ?? null };
}

function toRow({ hash, name, scopes, createdAt, expiresAt }: IssuedToken, nowMs: number): string[] {
  const isOver = expiresAt !== undefined && expiresAt <= nowMs;
  const expires = expiresAt === undefined ? 'never' : minute(expiresAt) + (isOver ? ' (over)' : '');
  return [hash.slice(0, SHOWN_DIGITS), name, scopes.join(' '), minute(createdAt), expires];
}

function minute(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
