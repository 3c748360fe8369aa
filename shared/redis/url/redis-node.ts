/** The address of a Redis server or a Sentinel. */
export interface RedisNode {
  /** A host name or an address; an IPv6 address without brackets. */
  readonly host: string;
  /** 1 to 65535. */
  readonly port: number;
}

const NODE = /^(?:\[([\dA-Fa-f:.]+(?:%[\w.-]+)?)\]|([\w.-]+))(?::(\d{1,5}))?$/;

/**
 * Parses `host`, `host:port` or `[IPv6 address]:port`.
 * @returns undefined if the text is none of them, or the port is not from 1 to 65535
 */
export function parseNode(text: string, standardPort: number): RedisNode | undefined {
  const [, address, name, digits] = NODE.exec(text) ?? [];
  const host = address ?? name;
  const port = digits === undefined ? standardPort : Number(digits);
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
}

/** Returns `host:port`, also for an IPv6 address: the key of a server in maps, as in ioredis. */
export function keyOf({ host, port }: RedisNode): string {
  return `${host}:${port}`;
}

/** Returns the server with a key. */
export function nodeOfKey(key: string): RedisNode {
  const colon = key.lastIndexOf(':');
  return { host: key.slice(0, colon), port: Number(key.slice(colon + 1)) };
}

/** Returns `host:port` or `[IPv6 address]:port`, for display. */
export function describeNode({ host, port }: RedisNode): string {
  return keyOf({ host: host.includes(':') ? `[${host}]` : host, port });
}
