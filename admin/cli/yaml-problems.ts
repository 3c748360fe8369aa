import { isNode, isScalar } from 'yaml';
import type { LineCounter } from 'yaml';
import { didYouMean } from './did-you-mean.ts';
import type { SourceProblem } from './yaml-source.ts';

/** @param at a node, or an offset; anything else stands for the beginning of the file */
export function problemAt(lines: LineCounter, at: unknown, problem: string): SourceProblem {
  const offset = typeof at === 'number' ? at : isNode(at) ? (at.range?.[0] ?? 0) : 0;
  return { line: Math.max(1, lines.linePos(offset).line), problem };
}

export function unknownKey(name: string, known: readonly string[]): string {
  const hint = didYouMean(name, known, 'the keys');
  return `Unknown key ${name}: ${hint.endsWith('?') ? hint : `${hint}.`}`;
}

/** Returns the text of a key of a mapping. */
export function textOfKey(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}
