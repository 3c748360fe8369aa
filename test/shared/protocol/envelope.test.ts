import { describe, expect, it } from '@jest/globals';
import { encodeError, encodeSuccess, INTERNAL_ERROR } from '../../../shared/protocol/envelope.ts';
import { messages } from '../../support/response-validators.ts';

const parse = (text: string): unknown => JSON.parse(text);

describe('a success response', () => {
  it('contains the id, ok and the payload [W-OK-1, W-OK-2, W-OK-3]', () => {
    const response = parse(encodeSuccess('7', { blocklist: ['fly'] }));
    expect(response).toStrictEqual({ id: '7', ok: true, payload: { blocklist: ['fly'] } });
    expect(messages.success(response)).toBe(true);
  });
});

describe('an error response', () => {
  it('contains the id, ok, the code and the message [W-ERR-1, W-ERR-2, W-ERR-3, W-ERR-4]', () => {
    const response = parse(encodeError('7', { error: 'NOT_FOUND', message: 'There is no such method.' }));
    expect(response).toStrictEqual({
      id: '7',
      ok: false,
      error: 'NOT_FOUND',
      message: 'There is no such method.',
    });
    expect(messages.error(response)).toBe(true);
  });

  it('has no message for INTERNAL_ERROR [E-INTERNAL-2, E-MESSAGE-1]', () => {
    expect(parse(encodeError('7', INTERNAL_ERROR))).toStrictEqual({
      id: '7',
      ok: false,
      error: 'INTERNAL_ERROR',
    });
    expect(messages.error({ id: '7', ok: false, error: 'INTERNAL_ERROR', message: 'x' })).toBe(false);
  });
});

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
