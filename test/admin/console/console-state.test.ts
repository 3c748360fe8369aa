import { describe, expect, it } from '@jest/globals';
import { blockedEntries } from '../../../admin/console/src/state/list-contents.ts';
import { formatListText, parseListText } from '../../../admin/console/src/state/list-text.ts';
import { BLOCKED, blockedUntil, LAST_MS } from '../../../shared/feature-control/entry-state.ts';
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
  const both = { permanent: true, untilMs: END };
  const contents = new Map([
    ['radar', blockedUntil(END)],
    ['map-10', blockedUntil(LAST_MS)],
    ['Fly', both],
    ['over', blockedUntil(5)],
    ['map-2', BLOCKED],
  ]);

  it('has its features in natural order, without blocks that have ended', () => {
    const names = blockedEntries(contents, 1000).map(([feature]) => feature);
    expect(names).toEqual(['Fly', 'map-2', 'map-10', 'radar']);
  });

  it('is the same after it was exported as text and imported', () => {
    const entries = blockedEntries(contents, 1000);
    const known = new Map(entries);
    const text = formatListText(entries);
    expect(text).toBe('Fly\nmap-2\nmap-10\nradar\t2030-01-01T00:00:00.000Z');
    expect(parseListText(text, known, 1000)).toEqual(known);
    const elsewhere = new Map(['Fly', 'map-2', 'map-10'].map((feature) => [feature, BLOCKED]));
    expect(parseListText(`\r\n${text}\r\n`, new Map(), END)).toEqual(elsewhere);
    expect(parseListText('fly\nzoom\tsoon', known, 1000)).toBe(2);
  });
});
