/**
 * Returns records by key, in the form for `MSET`.
 * @param keyOf such as `(id) => keys.eventOf(id)`
 */
export function byKey(
  keyOf: (id: string) => string,
  records: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(records).map(([id, text]) => [keyOf(id), text]));
}
