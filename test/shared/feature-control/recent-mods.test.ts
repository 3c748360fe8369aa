import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { RecentMods } from '../../../shared/feature-control/recent-mods.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

const MINUTE = 60_000;

it('RecentMods counts the players of each mod for 30 to 60 minutes, bounded, and keeps no UUID', () => {
  const time = new ManualTime();
  const mods = new RecentMods(time);
  const [one, two] = ['00000001-0000-4000-8000-000000000000', '00000002-0000-4000-8000-000000000000'];
  expect(mods.list()).toEqual([]);
  for (const player of [one, one, two]) mods.recordRequest('my-mod', player);
  mods.recordRequest('other', one);
  expect(mods.list()).toEqual([
    { client: 'my-mod', players: 2 },
    { client: 'other', players: 1 },
  ]);
  time.advance(31 * MINUTE);
  mods.recordRequest('other', two);
  expect(mods.list()).toEqual([
    { client: 'my-mod', players: 2 },
    { client: 'other', players: 2 },
  ]);
  time.advance(31 * MINUTE);
  expect(mods.list()).toEqual([{ client: 'other', players: 1 }]);
  time.advance(61 * MINUTE);
  expect(mods.list()).toEqual([]);
  for (let index = 0; index < 600; index += 1) mods.recordRequest(`mod-${index}`, randomUUID());
  expect(mods.list()).toHaveLength(500);
});

it('RecentMods counts mods that are first used after one player has sent many invented names', () => {
  const mods = new RecentMods(new ManualTime());
  const [one, two] = ['00000001-0000-4000-8000-000000000000', '00000002-0000-4000-8000-000000000000'];
  for (const player of [one, two]) mods.recordRequest('before', player);
  for (let index = 0; index < 1000; index += 1) mods.recordRequest(`invented-${index}`, one);
  for (const player of [one, two]) mods.recordRequest('after', player);
  expect(mods.list()).toHaveLength(500);
  expect(mods.list().slice(0, 2)).toEqual([
    { client: 'after', players: 2 },
    { client: 'before', players: 2 },
  ]);
});
