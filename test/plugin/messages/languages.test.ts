import { describe, expect, it } from '@jest/globals';
import { ENGLISH } from '../../../plugin/src/messages/english.ts';
import { duration, time, until } from '../../../plugin/src/messages/formats.ts';
import {
  BUILT_IN,
  createLanguage,
  LANGUAGE_CODES,
  Languages,
} from '../../../plugin/src/messages/language.ts';
import type { LanguageCode } from '../../../plugin/src/messages/language.ts';
import { message } from '../../../plugin/src/messages/message.ts';
import type { Value } from '../../../plugin/src/messages/message.ts';
import { plainText } from '../../../plugin/src/messages/plain-text.ts';
import type { Text } from '../../../plugin/src/messages/text.ts';

const show = (value: Value, code: LanguageCode): string =>
  plainText({ tone: 'answer', lines: [[value]] }, createLanguage(code));

const formsOf = (text: Text): string[] => (typeof text === 'string' ? [text] : Object.values(text));
const placeholdersOf = (template: string): string[] =>
  [...template.matchAll(/<([\w-]+)>/g)].map(([, name = '']) => name).sort();
const entriesOf = (code: LanguageCode) => Object.entries<Text>(BUILT_IN[code].texts);

describe.each(LANGUAGE_CODES)('the built-in texts in %s', (code) => {
  it('have the keys of the English ones, in their order', () => {
    expect(entriesOf(code).map(([key]) => key)).toEqual(Object.keys(ENGLISH));
  });

  it('have the placeholders of the English ones, in each form', () => {
    const english = new Map(Object.entries<Text>(ENGLISH));
    const differing = entriesOf(code).filter(([key, text]) => {
      const [wanted = ''] = formsOf(english.get(key) ?? '').slice(-1);
      return formsOf(text).some((form) => placeholdersOf(form).join() !== placeholdersOf(wanted).join());
    });
    expect(differing).toEqual([]);
  });

  it('have no tags other than placeholders, except in styles', () => {
    const tagged = entriesOf(code).filter(([key, text]) =>
      formsOf(text).some(
        (form) => /[<>\\§]/.test(form.replace(/<[a-z-]+>/g, '')) && !key.startsWith('style.'),
      ),
    );
    expect(tagged).toEqual([]);
  });

  it('have a plural form for each number', () => {
    for (const [key, text] of entriesOf(code)) {
      if (typeof text === 'string') continue;
      for (let count = 0; count <= 125; count += 1)
        expect(show(message(key as 'count.players', { count }), code)).not.toContain('undefined');
    }
  });
});

describe('numbers', () => {
  it.each([
    ['en', ['1,234,567 features', '1 feature', '0 features', '21 features']],
    ['de', ['1.234.567 Features', '1 Feature', '0 Features', '21 Features']],
    ['uk', ['1\u00a0234\u00a0567 функцій', '1 функція', '0 функцій', '21 функція']],
  ] as const)('are written as usual in %s, with a noun that fits', (code, texts) => {
    const counts = [1_234_567, 1, 0, 21];
    expect(counts.map((count) => show(message('count.features', { count }), code))).toEqual(texts);
  });

  it('have three forms in Ukrainian', () => {
    const players = (count: number): string =>
      show(message('count.players', { count }), 'uk').replace(/^\S+ /, '');
    expect([1, 21, 101].map(players)).toEqual(['гравець', 'гравець', 'гравець']);
    expect([2, 3, 4, 22, 104].map(players)).toEqual(Array<string>(5).fill('гравці'));
    expect([0, 5, 11, 12, 14, 20, 111, 112].map(players)).toEqual(Array<string>(8).fill('гравців'));
  });
});

describe('times', () => {
  it('are durations in their two largest units', () => {
    const shown = [999, 1000, 61_500, 3_600_000, 7_260_000, 90_061_000].map((ms) => show(duration(ms), 'en'));
    expect(shown).toEqual(['0 s', '1 s', '1 min 1 s', '1 h', '2 h 1 min', '1 d 1 h']);
    expect(show(duration(7_260_000), 'uk')).toBe('2 год 1 хв');
  });

  it('are dates as usual in the language', () => {
    const atMs = Date.UTC(2026, 11, 1, 17, 5);
    expect(LANGUAGE_CODES.map((code) => show(time(atMs), code))).toEqual([
      '01.12.2026 17:05 UTC',
      '2026-12-01 17:05 UTC',
      '01.12.2026 17:05 UTC',
    ]);
    expect(show(until(Infinity, atMs), 'en')).toBe('for ever');
    expect(show(until(atMs + 3_599_001, atMs), 'en')).toBe('until 2026-12-01 18:04 UTC (for 1 h)');
    expect(show(until(atMs + 60_000, atMs), 'de')).toBe('bis 01.12.2026 17:06 UTC (noch 1 min)');
  });
});

describe('the language of a player', () => {
  it.each([
    ['de-AT', 'frei'],
    ['de', 'frei'],
    ['uk-UA', 'вільно'],
    ['uk_ua', 'вільно'],
    ['en-GB', 'free'],
    ['fr-FR', 'free'],
    ['', 'free'],
    ['__proto__', 'free'],
    [undefined, 'free'],
  ])('is that of the locale %j, or English', (locale, text) => {
    expect(new Languages().of(locale).template('state.free')).toBe(text);
  });
});
