import { describe, expect, it } from '@jest/globals';
import { globFor } from '../../../shared/redis/glob.ts';

describe('globFor', () => {
  it.each([
    [['fc:server:'], 'fc:server:*'],
    [['fc:server:', 'fc:event:', 'fc:voting:', 'fc:votes:'], String.raw`fc:[\s\e\v]*`],
    [['fc:blocklist:client:', 'fc:blocklist-until:'], String.raw`fc:blocklist[\:\-]*`],
    [['[a*?\\]:x', '[a*?\\]:y'], String.raw`\[a\*\?\\\]:[\x\y]*`],
    [['a:', 'a:b'], 'a:*'],
    [['a', 'b'], String.raw`[\a\b]*`],
  ])('of %j is %s', (prefixes, glob) => {
    expect(globFor(prefixes)).toBe(glob);
  });
});
