import { describe, expect, it } from '@jest/globals';
import { COMMON_HEADERS } from '../../../node/http/header-fields.ts';
import { toHttpResponse } from './http-response.ts';
import { expectDocumented } from './openapi-response.ts';

const OK = {
  ETag: '"abc"',
  'Last-Modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
  'Cache-Control': 'public, max-age=1',
  Vary: 'Accept-Encoding',
  'Content-Type': 'application/json; charset=utf-8',
};

interface Sample {
  readonly method?: string;
  readonly target?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Checks a response of the sidecar with some properties replaced. */
function check({
  method = 'GET',
  target = '/v1/health',
  status = 200,
  headers = {},
  body = '{"status":"ok"}',
}: Sample): () => void {
  const given = Object.entries({ ...OK, ...headers, ...COMMON_HEADERS }).filter(([, value]) => value !== '');
  const rawHeaders = given.flat();
  const response = toHttpResponse({ method, target }, status, { rawHeaders, bytes: Buffer.from(body) });
  return () => {
    expectDocumented(response);
  };
}

describe('a response', () => {
  it('passes when it is as documented', () => {
    expect(check({})).not.toThrow();
    expect(check({ method: 'HEAD', body: '' })).not.toThrow();
    expect(check({ target: '/v1/events?server=a', body: '[]' })).not.toThrow();
  });

  it.each<[string, Sample, RegExp]>([
    ['status', { status: 404 }, /getHealth documents no status 404/],
    ['field', { body: '{"status":"ok","uptime":5}' }, /must NOT have additional properties/],
    ['value', { body: '{"status":"fine"}' }, /must be equal to one of the allowed values/],
    ['shape', { target: '/v1/events', body: '{"a":[]}' }, /must match exactly one schema/],
    ['body of a 304', { status: 304 }, /there must be no body/],
    ['body of HEAD', { method: 'HEAD' }, /there must be no body/],
    ['media type', { headers: { 'Content-Type': 'text/html' } }, /media type text\/html is not documented/],
    ['charset', { headers: { 'Content-Type': 'application/json; charset=latin1' } }, /charset=latin1/],
    ['header', { headers: { 'X-Powered-By': 'Express' } }, /x-powered-by is not documented/],
    ['value of a header', { headers: { ETag: 'abc' } }, /etag: abc data must match pattern/],
    ['missing header', { headers: { ETag: '' } }, /etag is missing/],
    ['answer to POST', { method: 'POST' }, /the status must be 405/],
    ['answer to an unknown path', { target: '/v2/health' }, /the status must be 404/],
  ])('fails for an undocumented %s', (_what, sample, message) => {
    expect(check(sample)).toThrow(message);
  });
});
