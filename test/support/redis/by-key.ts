/** @returns records by their keys, as `MSET` takes them @param keyOf such as `(id) => keys.eventOf(id)` */
export function byKey(
  keyOf: (id: string) => string,
  records: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(records).map(([id, text]) => [keyOf(id), text]));
}
