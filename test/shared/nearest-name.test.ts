import { expect, it } from '@jest/globals';
import { nearestName } from '../../shared/nearest-name.ts';

it.each([
  ['minmap', 3, 'minimap'],
  ['mniimap', 3, 'minimap'],
  ['minimao', 2, 'minimap'],
  ['Minimap', 3, 'minimap'],
  ['fyl', 3, 'fly'],
  ['fl', 3, 'fly'],
  ['zzz', 3, undefined],
  ['minimap', 3, undefined],
  ['minimapradar', 3, undefined],
  ['minimapabc', 3, 'minimap'],
  ['minimapabc', 2, undefined],
])('the known name that is nearest to %s, of at most %i edits, is %s', (name, maxEdits, expected) => {
  expect(nearestName(name, ['fly', 'minimap', 'x'.repeat(100)], maxEdits)).toBe(expected);
});
