import { describe, expect, it } from '@jest/globals';
import { EventFrames } from '../../../rest-sidecar/console/src/state/event-frames.ts';
import { applyChange, searchNames, toModel } from '../../../rest-sidecar/console/src/state/list-model.ts';
import { entryPath } from '../../../rest-sidecar/console/src/state/edits.ts';
import { chooseLanguage, translator } from '../../../rest-sidecar/console/src/texts/translate.ts';
import { readRepositoryFile } from '../../support/repository/source-files.ts';

const texts = (language: string) =>
  JSON.parse(readRepositoryFile(`rest-sidecar/console/src/texts/${language}.json`)) as Record<string, string>;
const placesIn = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

describe('the texts', () => {
  it('are the same in each language, with the same places for values', () => {
    const [en, uk] = [texts('en'), texts('uk')];
    expect(Object.keys(uk)).toEqual(Object.keys(en));
    expect(Object.keys(en).filter((key) => placesIn(en[key]).join() !== placesIn(uk[key]).join())).toEqual(
      [],
    );
  });

  it('follow the browser, and put values in as they are', () => {
    expect([chooseLanguage(['de', 'uk-UA', 'en']), chooseLanguage(['de'])]).toEqual(['uk', 'en']);
    expect(translator('en')('edit.blocked', { feature: '{feature} $& <b>' })).toBe(
      '{feature} $& <b> is blocked.',
    );
  });
});

describe('a list in the browser', () => {
  const model = toModel({
    ...{ list: 'global', version: 'p-1', complete: true },
    ...{ features: ['zoom', 'Fly'], until: { radar: 1000, zoom: 5 } },
  });

  it('is searched whatever the case, without blocks that are over', () => {
    expect(searchNames(model, '', 500)).toEqual(['Fly', 'radar', 'zoom']);
    expect(searchNames(model, '', 1000)).toEqual(['Fly', 'zoom']);
    expect(searchNames(model, ' fL', 500)).toEqual(['Fly']);
  });

  it('takes over changes in their order alone', () => {
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

  it('has its entries at paths that hold any name', () => {
    expect(entryPath('global', 'a/b')).toBe('v1/blocklists/global/a%2Fb');
    expect(entryPath('client:a:b', '%')).toBe('v1/blocklists/clients/a%3Ab/%25');
    expect(entryPath('server:x', 'y')).toBe('v1/blocklists/servers/x/y');
  });
});

it('events are cut out of a stream whatever pieces it comes in', () => {
  const frames = new EventFrames();
  const text = ':\n\nid: a-1\nevent: list\ndata: {"x": "y: z"}\n\nevent: node\ndata: {}\n\n';
  const events = Array.from(text, (piece) => frames.take(piece)).flat();
  expect(events).toEqual([
    { id: 'a-1', name: 'list', data: '{"x": "y: z"}' },
    { id: undefined, name: 'node', data: '{}' },
  ]);
});
