import type { JavaMap } from '../../types/jdk.ts';

/** A map of Java's as one of the script. */
export function toMap(map: JavaMap<string, string>): Map<string, string> {
  return new Map(
    Array.from(map.entrySet().toArray(), (entry): [string, string] => [entry.getKey(), entry.getValue()]),
  );
}
