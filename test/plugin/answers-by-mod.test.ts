import { expect, it } from '@jest/globals';
import { AnswersByMod } from '../../plugin/src/answers-by-mod.ts';

it('AnswersByMod reports the 50 mods that ask most, and the rest together, in counts that never decrease', () => {
  const answers = new AnswersByMod();
  for (let mod = 0; mod < 60; mod += 1)
    for (let count = 0; count <= mod; count += 1) answers.add(`mod-${mod}`);
  answers.add('other');
  const first = answers.report();
  expect(Object.keys(first)).toHaveLength(51);
  expect(first).toMatchObject({ 'mod-59': 60, 'mod-10': 11 });
  expect(first).not.toHaveProperty('mod-9');
  // Invented names do not displace what is asked more.
  for (let mod = 0; mod < 2000; mod += 1) answers.add(`invented-${mod}`);
  for (let count = 0; count < 20; count += 1) answers.add('mod-9');
  const second = answers.report();
  expect(Object.keys(second)).toHaveLength(51);
  expect(second).toMatchObject({ 'mod-59': 60, other: (first['other'] ?? 0) + 2020 });
  expect(second['mod-9']).toBeGreaterThanOrEqual(20);
});
