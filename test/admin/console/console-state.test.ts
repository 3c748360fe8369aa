import { describe, expect, it } from '@jest/globals';
import { blockedFeatures, contentsOf } from '../../../admin/console/src/state/list-contents.ts';
import { formatListText, parseListText } from '../../../admin/console/src/state/list-text.ts';
import { LAST_MS } from '../../../shared/feature-control/entry-state.ts';
import { readRepositoryFile } from '../../support/repository/source-files.ts';

const texts = (language: string) =>
  JSON.parse(readRepositoryFile(`admin/console/src/texts/${language}.json`)) as Record<string, string>;
const placeholdersIn = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

it('the texts are the same in each language, with the same placeholders for values', () => {
  const [en, uk] = [texts('en'), texts('uk')].map((each) =>
    Object.entries(each).map(([key, text]) => [key, placeholdersIn(text)]),
  );
  expect(uk).toEqual(en);
});

describe('a list in the browser', () => {
  const END = Date.UTC(2030, 0, 1);
  const until = { radar: END, Fly: 3, 'map-10': LAST_MS, over: 5 };
  const list = { list: 'global', version: '', features: ['Fly', 'map-2'], until };

  it('has its features in natural order, without blocks that have ended', () => {
    const blocked = blockedFeatures(list, 1000);
    expect(blocked.map(({ feature, endMs }) => [feature, endMs])).toEqual([
      ['Fly', undefined],
      ['map-2', undefined],
      ['map-10', undefined],
      ['radar', END],
    ]);
  });

  it('is the same after it was exported as text and imported', () => {
    const blocked = blockedFeatures(list, 1000);
    const text = formatListText(blocked);
    expect(text).toBe('Fly\nmap-2\nmap-10\nradar\t2030-01-01T00:00:00.000Z');
    const { blocked: names, until: ends } = contentsOf(blocked);
    expect(parseListText(text, 1000)).toEqual({ blocked: new Set(names), until: ends });
    expect(parseListText(`\r\n${text}\r\n`, END)).toEqual({ blocked: new Set(names), until: new Map() });
    expect(parseListText('fly\nzoom\tsoon', 1000)).toBe(2);
  });
});
