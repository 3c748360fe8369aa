import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { REPOSITORY } from '../repository/repository.ts';

const list = readFileSync(join(__dirname, 'longest-first.cjs'), 'utf8');
const suites = [...list.matchAll(/'(test\/.*)': \d+/g)].map(([, path = '']) => path);

describe('the list of the longest suites', () => {
  it('names existing suites', () => {
    expect(suites).not.toEqual([]);
    expect(suites.filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
  });
});
