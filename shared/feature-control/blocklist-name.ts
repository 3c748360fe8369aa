/** Identifies a blocklist: the global one, that of one mod, or that of one game server. */
export type BlocklistName =
  | { readonly kind: 'global' }
  /** `name`: the `client` identifier of the mod. */
  | { readonly kind: 'client'; readonly name: string }
  /** `name`: the name of the game server in the proxy. */
  | { readonly kind: 'server'; readonly name: string };

export const GLOBAL_LIST: BlocklistName = { kind: 'global' };

/** The personal list of the mod with that identifier. */
export function clientList(name: string): BlocklistName {
  return { kind: 'client', name };
}

/** The list of a game server. */
export function serverList(name: string): BlocklistName {
  return { kind: 'server', name };
}

/** @param client undefined for the global list */
export function globalOrClientList(client: string | undefined): BlocklistName {
  return client === undefined ? GLOBAL_LIST : clientList(client);
}

/** Returns the client whose personal list it is; undefined for a list that applies to all clients. */
export function clientOf(list: BlocklistName): string | undefined {
  return list.kind === 'client' ? list.name : undefined;
}

/**
 * Returns `global`, `client:my-mod` or `server:lobby`: the form in Redis keys (as suffix), the history and
 * JSON.
 */
export function formatBlocklistName(list: BlocklistName): string {
  return list.kind === 'global' ? list.kind : `${list.kind}:${list.name}`;
}

/**
 * Parses what {@link formatBlocklistName} returns.
 * @returns undefined for any other text
 */
export function parseBlocklistName(text: string): BlocklistName | undefined {
  if (text === 'global') return GLOBAL_LIST;
  if (text.startsWith('client:')) return clientList(text.slice('client:'.length));
  if (text.startsWith('server:')) return serverList(text.slice('server:'.length));
  return undefined;
}
