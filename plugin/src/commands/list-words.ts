import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { globalOrClientList, serverList } from '../../../shared/feature-control/blocklist-name.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import { formatDuration } from './format.ts';
import type { Options } from './options.ts';
import type { Span } from './reply.ts';

/** The list that a command names, or one sentence why there is none. */
export type NamedList =
  { readonly ok: true; readonly list: BlocklistName } | { readonly ok: false; readonly problem: string };

/** @param withServers whether game servers have lists */
export function namedList(client: string | undefined, options: Options, withServers: boolean): NamedList {
  const server = options.get('server');
  if (server === undefined) return { ok: true, list: globalOrClientList(client) };
  if (!withServers)
    return { ok: false, problem: 'Game servers have no lists here: see scopes.servers in config.toml.' };
  return client === undefined
    ? { ok: true, list: serverList(server) }
    : { ok: false, problem: 'Name a client or a server, not both.' };
}

/** Whom a list is about. */
export function whom(list: BlocklistName): Span[] {
  switch (list.kind) {
    case 'global':
      return ['every client'];
    case 'client':
      return [{ name: list.name }];
    case 'server':
      return ['every client on the server ', { name: list.name }];
  }
}

/** `2026-12-01 17:00 UTC`, of milliseconds since the epoch. */
export function formatTime(epochMs: number): string {
  const time = new Date(epochMs);
  if (Number.isNaN(time.getTime())) return 'for ever';
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** ` until 2026-12-01 17:00 UTC (for 30 min)` */
export function untilPhrase(untilMs: number, nowMs: number): string {
  return ` until ${formatTime(untilMs)} (for ${formatDuration(untilMs - nowMs)})`;
}

/** How an entry stands, in words. */
export function describeState({ permanent, untilMs }: EntryState): string {
  if (permanent) return 'blocked';
  return untilMs === undefined ? 'free' : `blocked until ${formatTime(untilMs)}`;
}
