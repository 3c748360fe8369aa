import type { JavaMap } from '../../types/jdk.ts';
import { toArray } from './to-array.ts';

/** A map of Java's as one of the script. */
export function toMap(map: JavaMap<string, string>): Map<string, string> {
  return new Map(toArray(map.entrySet()).map((entry) => [entry.getKey(), entry.getValue()]));
}
