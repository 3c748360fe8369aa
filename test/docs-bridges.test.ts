import { describe, expect, it } from '@jest/globals';
import { BRIDGES } from '../shared/bridges/bridges.ts';
import { NEUTRAL_NAMES } from '../shared/bridges/neutral-names.ts';
import { readRepositoryFile } from './support/repository/source-files.ts';

const PAGE = readRepositoryFile('docs/bridges.md');
const cellsOf = (row: string): string[] => row.split(/(?<!\\)\|/).map((cell) => cell.trim());
const rowOf = (first: string): string[] | undefined =>
  PAGE.split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf)
    .find(([, cell]) => cell === `\`${first}\``);

/** Passes every name on, so it stands in no row. */
const ANY_NAME = 'noconsent';

describe('the page about bridges', () => {
  it.each(BRIDGES.map((bridge) => ({ ...bridge, row: rowOf(bridge.name) })))(
    'names $name, how it is recognised, and when it is un-blocked',
    ({ row, handshake, registers = [], unblocking }) => {
      // A note in parentheses may follow, for other versions of the mod.
      expect(row?.[4]?.replace(/ \(.*\)$/, '')).toBe(unblocking);
      for (const channel of handshake?.channels ?? registers)
        expect(row?.[3]).toContain(`\`${channel.replace('|', '\\|')}\``);
    },
  );

  it.each(Object.entries(NEUTRAL_NAMES))(
    'says what %s is, and which bridges can block it',
    (name, sentence) => {
      const able = BRIDGES.filter(
        (bridge) =>
          bridge.name !== ANY_NAME &&
          Object.values(bridge.controls).some((names) => names.some((other) => other === name)),
      );
      const listed = able.map((bridge) => `\`${bridge.name}\``).sort();
      expect(rowOf(name)?.slice(2, 4)).toEqual([sentence, listed.join(', ')]);
    },
  );

  it('names no bridge and no name that there is not', () => {
    const first = PAGE.split('\n').flatMap((line) => /^\| `([^`]+)`/.exec(line)?.[1] ?? []);
    const known = [...BRIDGES.map(({ name }) => name), ...Object.keys(NEUTRAL_NAMES)];
    expect(first.filter((name) => !known.includes(name))).toEqual([]);
  });
});
