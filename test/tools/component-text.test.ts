import { describe, expect, it } from '@jest/globals';
import { componentText } from '../../tools/mod/component-text.mjs';

const text = (value: string) => ({ type: 'string', value });
const compound = (value: object) => ({ type: 'compound', value });

describe('the reason of a kick is shown as text', () => {
  it.each([
    ['plain text', 'Server closed', 'Server closed'],
    [
      'JSON of old clients',
      '{"text":"You are ","extra":[{"text":"late","color":"red"},"."]}',
      'You are late.',
    ],
    [
      'a translation without its language',
      '{"translate":"multiplayer.disconnect.kicked"}',
      'multiplayer.disconnect.kicked',
    ],
    ['NBT of one text', text('Server closed'), 'Server closed'],
    [
      'NBT of several',
      compound({
        color: text('red'),
        text: text('Unable to connect to '),
        extra: {
          type: 'list',
          value: { type: 'compound', value: [{ text: text('backend') }, { '': text('.') }] },
        },
      }),
      'Unable to connect to backend.',
    ],
    [
      'NBT of a translation with arguments',
      compound({
        translate: text('velocity.error.cant-connect'),
        with: { type: 'list', value: { type: 'string', value: ['backend', 'refused'] } },
      }),
      'velocity.error.cant-connect backend refused',
    ],
  ])('%s', (_title, component, expected) => {
    expect(componentText(component)).toBe(expected);
  });
});
