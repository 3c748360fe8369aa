import { describe, expect, it } from '@jest/globals';
import { messages } from '../../support/response-validators.ts';

describe('a push event', () => {
  it('contains a name and a payload [W-PUSH-1, P-GAME-1]', () => {
    expect(messages.event({ event: 'blocklistChanged', payload: {} })).toBe(true);
    expect(messages.event({ event: 'blocklistChanged' })).toBe(false);
    expect(messages.event({ event: 1, payload: {} })).toBe(false);
    expect(messages.event({ event: 'blocklistChanged', payload: [] })).toBe(false);
  });

  it.each([{ id: '7' }, { ok: true }])('contains neither id nor ok: %j [W-PUSH-2, P-GAME-1]', (field) => {
    expect(messages.event({ event: 'blocklistChanged', payload: {}, ...field })).toBe(false);
  });
});
