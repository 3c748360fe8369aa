import { describe, expect, it } from '@jest/globals';
import { selectOwnTexts } from '../../../plugin/src/messages/own-texts.ts';
import type { ShowTemplate } from '../../../plugin/src/messages/own-texts.ts';

/** Renders like the proxy's MiniMessage, with `<red>` as the only known tag. */
const show: ShowTemplate = (template, values) => {
  if (template.includes('§')) throw new Error('legacy formatting codes');
  return template.replace(/<\/?([a-z-]+)>/g, (tag, name: string) =>
    name === 'red' ? '' : (values.get(name) ?? tag),
  );
};

const select = (texts: Readonly<Record<string, string>>) =>
  selectOwnTexts(new Map(Object.entries(texts)), show);

describe("an operator's texts", () => {
  it('are used if they are valid', () => {
    const texts = {
      'block.done': '<red>Weg:</red> <feature> (<whom>)',
      'count.players.few': '<count> p',
      'state.free': 'a < b, \\<c>',
      'style.failed': '<reply>',
      'number.separator': '',
    };
    expect(select(texts)).toEqual({ texts: new Map(Object.entries(texts)), problems: [] });
  });

  it.each([
    ['block.doen', 'x', 'block.doen is not the key of a text'],
    ['count.players', '<count>', 'count.players is not the key of a text'],
    ['block.done', 'Blocked <feature>', 'block.done lacks the placeholder <whom>'],
    ['style.name', '<red>', 'style.name lacks the placeholder <name>'],
    ['state.free', '<rde>x', 'state.free has an unknown tag: <rde>'],
    ['state.free', '<red', 'state.free has an unknown tag: <red'],
    ['state.free', '§cx', 'state.free is not valid MiniMessage'],
    ['state.free', 'gr\ufffdn', 'state.free is not written in UTF-8'],
  ])('are replaced by the built-in ones if they are invalid: %s=%s', (key, template, problem) => {
    const { texts, problems } = select({ [key]: template, 'state.blocked': 'no' });
    expect(problems).toEqual([problem]);
    expect([...texts]).toEqual([['state.blocked', 'no']]);
  });
});
