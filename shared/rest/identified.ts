/**
 * Converts a stored record to its served form: the id, then the stored fields. The id in the Redis key
 * overrides an `id` field of the record (G27). Every field name is preserved, including `__proto__`, since a
 * spread defines properties instead of assigning them.
 */
export function identified<T extends object>(id: string, stored: T): T & { id: string } {
  // The id comes first, so that a reader sees it first.
  const first = { id };
  return { ...first, ...stored, id };
}
