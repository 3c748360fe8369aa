import { describe, expect, it } from '@jest/globals';
import { LAST_MS } from '../../../shared/feature-control/entry-state.ts';
import { NEUTRAL_NAMES } from '../../../shared/bridges/neutral-names.ts';
import type { NodeSample } from '../../../shared/rest/console.ts';
import { formatEntry } from '../../../admin/console/src/state/formats.ts';
import { applyChange, endOf, searchNames, toModel } from '../../../admin/console/src/state/list-model.ts';
import { withNewest } from '../../../admin/console/src/state/loaded-history.ts';
import type { LoadedHistory } from '../../../admin/console/src/state/loaded-history.ts';
import { withSample } from '../../../admin/console/src/state/samples.ts';
import type { Change } from '../../../admin/console/src/state/api-types.ts';
import { entryPath } from '../../../admin/console/src/state/edits.ts';
import { describeFeature } from '../../../admin/console/src/texts/describe-feature.ts';
import { translator } from '../../../admin/console/src/texts/translate.ts';
import { readRepositoryFile } from '../../support/repository/source-files.ts';

const texts = (language: string) =>
  JSON.parse(readRepositoryFile(`admin/console/src/texts/${language}.json`)) as Record<string, string>;
const placeholdersIn = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe('the texts', () => {
  it('have the same placeholders for values in each language', () => {
    const [en, uk] = [texts('en'), texts('uk')];
    const differ = (key: string) => placeholdersIn(en[key]).join() !== placeholdersIn(uk[key]).join();
    expect(Object.keys(en).filter(differ)).toEqual([]);
  });

  it('describe in each language the features that bridges know, and no others', () => {
    const features = Object.keys(NEUTRAL_NAMES);
    const [en, uk] = (['en', 'uk'] as const).map((language) =>
      features.map((name) => describeFeature(name, language)),
    );
    expect(en).toEqual(Object.values(NEUTRAL_NAMES));
    expect(uk?.filter((sentence) => !/^[А-ЯІЇЄ].*\.$/.test(sentence ?? ''))).toEqual([]);
    for (const name of ['constructor', '__proto__', 'fly'])
      expect(describeFeature(name, 'uk')).toBeUndefined();
  });
});

describe('a list in the browser', () => {
  const model = toModel({
    list: 'global',
    version: 'p-1',
    features: ['zoom', 'Fly'],
    until: { radar: 1000, zoom: 5 },
  });

  it('is searched case-insensitively, without blocks that have ended', () => {
    expect(searchNames(model, '', 500)).toEqual(['Fly', 'radar', 'zoom']);
    expect(searchNames(model, '', 1000)).toEqual(['Fly', 'zoom']);
    expect(searchNames(model, ' fL', 500)).toEqual(['Fly']);
  });

  it('contains the end of a timed block, but none for a permanent one or one with the latest time', () => {
    const endless = toModel({
      list: 'global',
      version: 'p-1',
      features: ['Fly'],
      until: { Fly: 3, radar: LAST_MS, zoom: 5 },
    });
    expect(['Fly', 'radar', 'zoom'].map((feature) => endOf(endless, feature))).toEqual([
      undefined,
      undefined,
      5,
    ]);
    const entry = { blocked: true, permanent: false, until: LAST_MS };
    expect(formatEntry(entry, translator('en'), 'en')).toBe('permanently blocked');
  });

  it('only applies changes in their order', () => {
    const sizes = { list: 'global', size: 1, timed: 1 };
    const event = {
      ...sizes,
      from: 'p-1',
      to: 'p-2',
      added: ['a'],
      removed: ['Fly'],
      until: { radar: null, x: 9 },
    };
    const next = applyChange(model, event);
    expect(next?.names).toEqual(['a', 'x', 'zoom']);
    expect(next && applyChange(next, event)).toBe(next);
    expect(applyChange(model, { ...event, from: 'p-0' })).toBeUndefined();
    expect(applyChange(model, sizes)).toBeUndefined();
  });

  it('has URL paths for entries of any name', () => {
    expect(entryPath('global', 'a/b')).toBe('v1/blocklists/global/a%2Fb');
    expect(entryPath('client:a:b', '%')).toBe('v1/blocklists/clients/a%3Ab/%25');
    expect(entryPath('server:x', 'y')).toBe('v1/blocklists/servers/x/y');
  });
});

describe('the loaded history', () => {
  const change = (id: string): Change => ({
    id,
    at: 1,
    actor: 'Ada',
    source: 'console',
    list: 'global',
    feature: 'fly',
    before: { blocked: false, permanent: false },
    after: { blocked: true, permanent: true },
  });
  const changes = (...ids: string[]) => ids.map(change);
  const idsOf = (loaded: LoadedHistory) => loaded.changes.map(({ id }) => id).join('');

  it('is kept when newer changes are loaded, unless changes in between are missing', () => {
    const known = { changes: changes('d', 'c', 'b', 'a'), next: 'older' };
    const next = withNewest(known, { changes: changes('e', 'd', 'c'), next: 'b' });
    expect([idsOf(next), next.next]).toEqual(['edcba', 'older']);
    const withGap = withNewest(known, { changes: changes('h', 'g'), next: 'f' });
    expect([idsOf(withGap), withGap.next]).toEqual(['hg', 'f']);
    expect(idsOf(withNewest(known, { changes: changes('d') }))).toBe('d');
  });
});

it('charts have the points of one hour, each once', () => {
  const at = (seenAt: number): NodeSample => [seenAt, 0, 0, 0, 0, 0];
  const samples = withSample([at(0), at(10), at(20)], at(20));
  expect(samples.map(([seenAt]) => seenAt)).toEqual([0, 10, 20]);
  expect(withSample(samples, at(3_600_010)).map(([seenAt]) => seenAt)).toEqual([10, 20, 3_600_010]);
});
