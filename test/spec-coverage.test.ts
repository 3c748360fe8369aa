import { describe, expect, it } from '@jest/globals';
import { listFiles, readRepositoryFile } from './support/repository/source-files.ts';
import { idsInTitle, parseSpecRules, readSpecRules } from './support/repository/spec-ids.ts';
import { readTestTitles } from './support/repository/test-titles.ts';
import { loadWireFixtures } from './support/jar/wire-fixtures.ts';

const rules = readSpecRules();
const testTitles = listFiles('test', '.test.ts').flatMap((path) =>
  readTestTitles(path, readRepositoryFile(path)),
);
const titles = [...testTitles, ...loadWireFixtures().map(({ title }) => title)];
const named = new Set(titles.flatMap(idsInTitle));

describe('the list of rules', () => {
  it('gives every id once', () => {
    const ids = rules.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toStrictEqual([]);
  });

  it('says of each rule that it is tested, or why it cannot be', () => {
    const unclear = rules.filter(
      ({ coverage }) => coverage !== 'tested' && !/^not tested: \S.{10,}/.test(coverage),
    );
    expect(unclear).toStrictEqual([]);
  });

  it('covers the specification and its gaps', () => {
    expect(rules.filter(({ id }) => id.startsWith('G')).length).toBeGreaterThanOrEqual(49);
    expect(rules.length).toBeGreaterThanOrEqual(140);
  });
});

describe('the tests', () => {
  it('name every rule that is tested', () => {
    const missing = rules
      .filter(({ id, coverage }) => coverage === 'tested' && !named.has(id))
      .map(({ id }) => id);
    expect(missing).toStrictEqual([]);
  });

  it('name no rule that is said not to be tested', () => {
    const contradicted = rules
      .filter(({ id, coverage }) => coverage !== 'tested' && named.has(id))
      .map(({ id }) => id);
    expect(contradicted).toStrictEqual([]);
  });

  it('name no rule that does not exist', () => {
    const known = new Set(rules.map(({ id }) => id));
    expect([...named].filter((id) => !known.has(id))).toStrictEqual([]);
  });
});

describe('what counts as a title', () => {
  const titlesOf = (text: string): string[] => readTestTitles('sample.test.ts', text);

  it('are the texts of describe, it and test', () => {
    const text = "describe('a', () => { it('b', run); test.concurrent('c', run); it(`d ${x} e`, run); });";
    expect(titlesOf(text)).toStrictEqual(['a', 'b', 'c', 'd ', ' e']);
  });

  it('are the texts in the table of each', () => {
    const text = "const rows = [['b', 1]]; it.each([['a', 2]])('%s', run); describe.each(rows)('%s', run);";
    expect(titlesOf(text)).toStrictEqual(['%s', 'a', '%s', 'b']);
  });

  it('are not comments, other texts, or the titles of tests that do not run', () => {
    const text =
      "// it('a')\nconst x = 'it(b)'; it.skip('c', run); it.todo('d'); describe.skip('e', () => { it('f', run); });";
    expect(titlesOf(text)).toStrictEqual([]);
  });
});

describe('what counts as an id', () => {
  it('stands in brackets, several apart by commas', () => {
    const title = 'answers 404 [R-SERVERS-3, G4] and [G11], not G5, and no [thing]';
    expect(idsInTitle(title)).toStrictEqual(['R-SERVERS-3', 'G4', 'G11']);
  });

  it('stands in the first column of a table', () => {
    const table =
      '| id | rule | held |\n| --- | --- | --- |\n| G1  | a | tested |\n| R-A-1 | b | not tested: so |\nG2';
    expect(parseSpecRules(table)).toStrictEqual([
      { id: 'G1', coverage: 'tested' },
      { id: 'R-A-1', coverage: 'not tested: so' },
    ]);
  });
});
