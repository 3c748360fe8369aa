/**
 * A stored record as it is served: its id first, then what was stored. The id in the name of the Redis key
 * replaces an `id` of the record's own (G27). Any key survives, `__proto__` too, since a spread defines
 * properties and assigns none.
 */
export function identified<T extends object>(id: string, stored: T): T & { id: string } {
  return { ...{ id }, ...stored, id };
}
