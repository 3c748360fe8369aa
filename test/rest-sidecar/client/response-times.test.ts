import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { freshMsOf, retryAfterMsOf } from '../../../rest-sidecar/client/src/response-times.ts';

describe('the freshness of a response', () => {
  it.each([
    [5000, { 'Cache-Control': 'public, max-age=5, stale-while-revalidate=60' }],
    [5000, { 'Cache-Control': 'PUBLIC,MAX-AGE=5' }],
    [5000, { 'Cache-Control': 'max-age="5"' }],
    [5000, { 'Cache-Control': 's-maxage=60, max-age=5' }],
    [5000, { 'Cache-Control': 'x-max-age=60, max-age=5' }],
    [5000, { 'Cache-Control': 'max-age=5', Age: 'old' }],
    [3000, { 'Cache-Control': 'max-age=5', Age: '2' }],
    [0, { 'Cache-Control': 'max-age=5', Age: '7' }],
    [0, { 'Cache-Control': 'no-cache, max-age=5' }],
    [0, { 'Cache-Control': 'max-age=5, No-Store' }],
    [5000, { 'Cache-Control': 'no-cache="Set-Cookie", max-age=5' }],
    [0, { 'Cache-Control': 'max-age=soon' }],
    [0, { 'Cache-Control': 'max-age=-5' }],
    [0, { Age: '2' }],
    [0, {}],
  ])('is %i ms by %j', (freshMs, headers) => {
    expect(freshMsOf(new Headers(headers))).toBe(freshMs);
  });
});

describe('the time after which to try again', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12, 0, 0) });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([
    [120_000, '120'],
    [0, '0'],
    [90_000, 'Thu, 01 Jan 2026 12:01:30 GMT'],
    [0, 'Thu, 01 Jan 2026 11:00:00 GMT'],
  ])('is %i ms by %j', (retryAfterMs, text) => {
    expect(retryAfterMsOf(new Headers({ 'Retry-After': text }))).toBe(retryAfterMs);
  });

  it.each(['', '-5', '1e3', '0x10', '1.5', 'soon', '2026-01-01T12:01:30Z'])('is undefined for %j', (text) => {
    expect(retryAfterMsOf(new Headers({ 'Retry-After': text }))).toBeUndefined();
  });

  it('is undefined without Retry-After', () => {
    expect(retryAfterMsOf(new Headers())).toBeUndefined();
  });
});
