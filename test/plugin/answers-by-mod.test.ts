import { expect, it } from '@jest/globals';
import { AnswersByMod } from '../../plugin/src/answers-by-mod.ts';

it('AnswersByMod reports the 50 mods that ask most, and the rest together, in counts that never decrease', () => {
  const answers = new AnswersByMod();
  const add = (mod: string, count: number): void => {
    for (let index = 0; index < count; index += 1) answers.add(mod);
  };
  for (let mod = 1; mod <= 60; mod += 1) add(`mod-${mod}`, mod);
  const first = answers.report();
  expect(Object.keys(first)).toHaveLength(51);
  expect(first).toMatchObject({ 'mod-60': 60, 'mod-11': 11 });
  // Invented names do not displace what is asked more.
  for (let mod = 0; mod < 2000; mod += 1) add(`invented-${mod}`, 1);
  add('mod-10', 20);
  const second = answers.report();
  expect(Object.keys(second)).toHaveLength(51);
  expect(second).toMatchObject({ 'mod-60': 60, other: (first['other'] ?? 0) + 2020 });
});
