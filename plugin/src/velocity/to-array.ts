import type { JavaCollection } from '../../types/jdk.ts';

/** A collection's elements, in one call out of the script. Each costs the script memory: what may be long stays in Java. */
export function toArray<T>(collection: JavaCollection<T>): T[] {
  return Java.from(collection.toArray());
}
