import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { REPOSITORY } from './support/repository/repository.ts';
import { listFiles, readRepositoryFile } from './support/repository/source-files.ts';
import { readTestTitles } from './support/repository/test-titles.ts';

/** A file, and the texts that it must contain: code in backticks, or test titles in quotation marks. */
interface Reference {
  readonly path: string;
  readonly quoted: readonly string[];
}

interface Threat {
  readonly goal: string;
  readonly mitigations: readonly Reference[];
  readonly tests: readonly Reference[];
}

const ROW = /^\| (?!goal |-)(.+?) +\| (.+?) +\| (.+?) +\|$/gm;
/** A link, and the text up to the next one. */
const REFERENCE = /\[[^\]]+\]\(([^)]+)\)([^[]*)/g;

function referencesIn(field: string, quotes: RegExp): Reference[] {
  return [...field.matchAll(REFERENCE)].map(([, path = '', after = '']) => ({
    path,
    quoted: [...after.matchAll(quotes)].map(([, text = '']) => text),
  }));
}

function threatsIn(text: string): Threat[] {
  return [...text.matchAll(ROW)].map(([, goal = '', mitigations = '', testCell = '']) => ({
    goal,
    mitigations: referencesIn(mitigations, /`([^`]+)`/g),
    tests: referencesIn(testCell, /“([^”]+)”/g),
  }));
}

function titlesOf(path: string): string[] {
  return readTestTitles(path, readRepositoryFile(path));
}

const missingCode = ({ path, quoted }: Reference): string[] =>
  quoted.filter((code) => !readRepositoryFile(path).includes(code)).map((code) => `${path}: ${code}`);

const missingTitles = ({ path, quoted }: Reference): string[] =>
  quoted
    .filter((title) => !titlesOf(path).some((own) => own.includes(title)))
    .map((title) => `${path}: ${title}`);

const threats = threatsIn(readRepositoryFile('THREATS.md'));
const everyReference = threats.flatMap(({ mitigations, tests }) => [...mitigations, ...tests]);

describe('THREATS.md', () => {
  it('covers players, mods, backends, web clients, Redis users, plugins and local users', () => {
    const heads = [...readRepositoryFile('THREATS.md').matchAll(/^## (.+)$/gm)].map(([, head]) => head);
    expect(heads).toEqual([
      'A player with a modified client',
      'A mod',
      'A backend server',
      'A web client',
      'Another user of the same Redis',
      'Another plugin on the proxy, and the supply chain',
      "Another user of the sidecar's machine",
    ]);
    expect(threats.length).toBeGreaterThan(30);
  });

  it('names only files that exist', () => {
    expect(everyReference.filter(({ path }) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
  });

  it('names for each threat a line of code or a setting that is in the file', () => {
    const unclear = threats.filter(({ mitigations }) => !mitigations.some(({ quoted }) => quoted.length > 0));
    expect(unclear.map(({ goal }) => goal)).toEqual([]);
    expect(threats.flatMap(({ mitigations }) => mitigations).flatMap(missingCode)).toEqual([]);
  });

  it('names for each threat a test by its title, or a fixture', () => {
    const isTested = ({ tests }: Threat): boolean =>
      tests.length > 0 && tests.every(({ path, quoted }) => path.endsWith('.json') || quoted.length > 0);
    expect(threats.filter((threat) => !isTested(threat)).map(({ goal }) => goal)).toEqual([]);
    const suites = threats.flatMap(({ tests }) => tests).filter(({ path }) => path.endsWith('.test.ts'));
    expect(suites.flatMap(missingTitles)).toEqual([]);
  });

  it('names every attack, with the name of its row, which a suite runs', () => {
    const attacks = threats.flatMap(({ tests }) => tests).filter(({ path }) => path.includes('/rows/'));
    expect(attacks.length).toBeGreaterThan(10);
    expect(attacks.flatMap(missingCode)).toEqual([]);
    const suites = listFiles('test/attack', '.test.ts').map(readRepositoryFile).join('\n');
    const files = listFiles('test/attack/rows', '.ts').map((path) => basename(path));
    expect(files.filter((file) => !suites.includes(`./rows/${file}`))).toEqual([]);
    const named = attacks.map(({ path }) => basename(path));
    expect(files.filter((file) => !named.includes(file))).toEqual([]);
  });
});

describe('a reference that no longer exists', () => {
  const sample = (code: string, title: string): Threat[] =>
    threatsIn(`| x | [a](.npmrc) \`${code}\` | [b](test/threats.test.ts) “${title}” |`);

  it('is found', () => {
    const [good] = sample('save-exact=true', 'is found');
    expect([good?.mitigations.flatMap(missingCode), good?.tests.flatMap(missingTitles)]).toEqual([[], []]);
    const [bad] = sample('save-exact=false', 'was lost');
    expect(bad?.mitigations.flatMap(missingCode)).toEqual(['.npmrc: save-exact=false']);
    expect(bad?.tests.flatMap(missingTitles)).toEqual(['test/threats.test.ts: was lost']);
  });
});
