/** Identifies a blocklist: the global one, that of one mod, or that of one game server. */
export type BlocklistName =
  | { readonly type: 'global' }
  /** `name`: the `client` identifier of the mod. */
  | { readonly type: 'client'; readonly name: string }
  /** `name`: the name of the game server in the proxy. */
  | { readonly type: 'server'; readonly name: string };

export const GLOBAL_LIST: BlocklistName = { type: 'global' };

/** The personal list of the mod with that identifier. */
export function clientList(name: string): BlocklistName {
  return { type: 'client', name };
}

/** The list of a game server. */
export function serverList(name: string): BlocklistName {
  return { type: 'server', name };
}

/** @param client undefined for the global list */
export function globalOrClientList(client: string | undefined): BlocklistName {
  return client === undefined ? GLOBAL_LIST : clientList(client);
}

/** Returns the client whose personal list it is; undefined for a list that applies to all clients. */
export function clientOf(list: BlocklistName): string | undefined {
  return list.type === 'client' ? list.name : undefined;
}

/**
 * Returns `global`, `client:my-mod` or `server:lobby`: the form in Redis keys (as suffix), the history and
 * JSON.
 */
export function formatBlocklistName(list: BlocklistName): string {
  return list.type === 'global' ? list.type : `${list.type}:${list.name}`;
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
