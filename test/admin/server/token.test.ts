import { describe, expect, it } from '@jest/globals';
import { parseScopes } from '../../../admin/cli/token-command.ts';
import { parseBearer } from '../../../admin/server/access/token.ts';
import { parseToken, toFields } from '../../../admin/server/access/tokens.ts';

const TEXT = `fct_${'A'.repeat(43)}`;
const HASH = 'ab'.repeat(32);

it.each([
  [`Bearer ${TEXT}`, true],
  [`bearer   ${TEXT} `, true],
  [`Basic ${TEXT}`, false],
  [`Bearer ${TEXT} more`, false],
  [`Bearer ${TEXT},`, false],
  [TEXT, false],
  ['Bearer', false],
  ['', false],
])('the text of a token is accepted only as a bearer token: %j [G17]', (header, isThere) => {
  expect(parseBearer(header)).toBe(isThere ? TEXT : undefined);
});

describe('the scopes of a token', () => {
  it.each([
    'metrics:read,blocklists:read',
    ' blocklists:read  metrics:read ',
    'metrics:read,metrics:read blocklists:read',
  ])('are read from %j', (text) => {
    expect(parseScopes(text)).toEqual(['blocklists:read', 'metrics:read']);
  });

  it.each(['', ' , ', 'metrics:write', 'blocklists:read,*', 'constructor'])(
    'are not read from %j',
    (text) => {
      expect(() => parseScopes(text)).toThrow(/blocklists:read/);
    },
  );
});

describe('a stored token', () => {
  const token = {
    hash: HASH,
    name: 'grafana',
    scopes: ['metrics:read'],
    createdAt: 5,
    expiresAt: 9,
  } as const;
  const parse = (fields: object) => parseToken(HASH, new Map(Object.entries(fields)));

  it('round-trips through writing and reading', () => {
    expect(parse(toFields(token))).toEqual(token);
    const forEver = { ...token, expiresAt: undefined };
    expect(parse(toFields(forEver))).toEqual(forEver);
  });

  it.each([
    {},
    { name: 'a', scopes: 'metrics:read' },
    { name: 'a', scopes: 'metrics:read', createdAt: 'yesterday' },
    { name: 'a', scopes: 'metrics:read', createdAt: '5', expiresAt: '-1' },
    { name: '', scopes: 'metrics:read', createdAt: '5' },
    { name: 'a'.repeat(65), scopes: 'metrics:read', createdAt: '5' },
    { name: 'a', createdAt: '5' },
  ])('is invalid if a field is missing or wrong: %j', (fields) => {
    expect(parse(fields)).toBeUndefined();
  });

  it('ignores unknown scopes', () => {
    expect(parse({ name: 'a', scopes: 'everything metrics:read', createdAt: '5' })?.scopes).toEqual([
      'metrics:read',
    ]);
  });
});
