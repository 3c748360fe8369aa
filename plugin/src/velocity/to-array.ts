import type { JavaList } from '../../types/jdk.ts';

/** A short list's elements. Each is a call out of the script: lists of unknown length stay in Java. */
export function toArray<T>(list: JavaList<T>): T[] {
  return Array.from({ length: list.size() }, (_, index) => list.get(index));
}
