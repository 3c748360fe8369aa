/** Returns the fields in Redis of a heartbeat of a proxy that is well. @param more further or other fields */
export function heartbeatOf(name: string, more: Readonly<Record<string, string | number>> = {}) {
  return { kind: 'proxy', name, version: '1', health: 'ok', startedAt: 1, clock: 1, seenAt: 1, ...more };
}
