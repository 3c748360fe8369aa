import { describe, expect, it } from '@jest/globals';
import { loadWireFixtures } from './support/jar/wire-fixtures.ts';
import { listFiles, readRepositoryFile } from './support/repository/source-files.ts';
import { idsInBrackets, readSpecRules } from './support/repository/spec-ids.ts';

const rules = readSpecRules();
const tests = [
  ...listFiles('test', '.test.ts').map(readRepositoryFile),
  ...loadWireFixtures().map(({ title }) => title),
];
/** The ids that titles of tests have in brackets. */
const named = new Set(tests.flatMap(idsInBrackets));

describe('docs/spec.md and docs/spec-gaps.md', () => {
  it('contain every id once, with its test or the reason why there is none', () => {
    const ids = rules.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toStrictEqual([]);
    const unclear = rules.filter(
      ({ coverage }) => coverage !== 'tested' && !/^not tested: \S.{10,}/.test(coverage),
    );
    expect(unclear).toStrictEqual([]);
    expect(rules.length).toBeGreaterThanOrEqual(140);
  });

  it('have a test for every rule that is tested, and none for the others', () => {
    const wrong = rules.filter(({ id, coverage }) => (coverage === 'tested') !== named.has(id));
    expect(wrong).toStrictEqual([]);
  });

  it('contain every rule that a test names', () => {
    const known = new Set(rules.map(({ id }) => id));
    expect([...named].filter((id) => !known.has(id))).toStrictEqual([]);
  });
});
