import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { REPOSITORY } from './support/repository/repository.ts';
import { listFiles, readRepositoryFile } from './support/repository/source-files.ts';
import { readTestTitles } from './support/repository/test-titles.ts';

/** A file, and what is said to be in it: code in backticks, or titles of tests in quotation marks. */
interface Reference {
  readonly path: string;
  readonly quoted: readonly string[];
}

interface Threat {
  readonly wanted: string;
  readonly inTheWay: readonly Reference[];
  readonly heldBy: readonly Reference[];
}

const ROW = /^\| (?!wants |-)(.+?) +\| (.+?) +\| (.+?) +\|$/gm;
/** A link, and all up to the next one. */
const REFERENCE = /\[[^\]]+\]\(([^)]+)\)([^[]*)/g;

function referencesIn(field: string, quotes: RegExp): Reference[] {
  return [...field.matchAll(REFERENCE)].map(([, path = '', after = '']) => ({
    path,
    quoted: [...after.matchAll(quotes)].map(([, text = '']) => text),
  }));
}

function threatsIn(text: string): Threat[] {
  return [...text.matchAll(ROW)].map(([, wanted = '', inTheWay = '', holding = '']) => ({
    wanted,
    inTheWay: referencesIn(inTheWay, /`([^`]+)`/g),
    heldBy: referencesIn(holding, /“([^”]+)”/g),
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
const everyReference = threats.flatMap(({ inTheWay, heldBy }) => [...inTheWay, ...heldBy]);

describe('THREATS.md', () => {
  it('speaks of players, mods, backends, web clients and neighbours', () => {
    const heads = [...readRepositoryFile('THREATS.md').matchAll(/^## (.+)$/gm)].map(([, head]) => head);
    expect(heads).toEqual([
      'A player with a client of his own',
      'A mod',
      'A backend server',
      'A web client',
      'A neighbour on the Redis',
      'Another plugin in the proxy, and what we are built from',
      'Another user of the machine that the sidecar runs on',
    ]);
    expect(threats.length).toBeGreaterThan(30);
  });

  it('names files that are there', () => {
    expect(everyReference.filter(({ path }) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
  });

  it('names for each threat a line of code or a setting, which is where it says', () => {
    const unclear = threats.filter(({ inTheWay }) => !inTheWay.some(({ quoted }) => quoted.length > 0));
    expect(unclear.map(({ wanted }) => wanted)).toEqual([]);
    expect(threats.flatMap(({ inTheWay }) => inTheWay).flatMap(missingCode)).toEqual([]);
  });

  it('names for each threat a test by its title, or a fixture', () => {
    const isHeld = ({ heldBy }: Threat): boolean =>
      heldBy.length > 0 && heldBy.every(({ path, quoted }) => path.endsWith('.json') || quoted.length > 0);
    expect(threats.filter((threat) => !isHeld(threat)).map(({ wanted }) => wanted)).toEqual([]);
    const tests = threats.flatMap(({ heldBy }) => heldBy).filter(({ path }) => path.endsWith('.test.ts'));
    expect(tests.flatMap(missingTitles)).toEqual([]);
  });

  it('names attacks as their rows do, which are played', () => {
    const attacks = threats.flatMap(({ heldBy }) => heldBy).filter(({ path }) => path.includes('/rows/'));
    expect(attacks.length).toBeGreaterThan(10);
    expect(attacks.flatMap(missingCode)).toEqual([]);
    const suites = listFiles('test/attack', '.test.ts').map(readRepositoryFile).join('\n');
    const files = listFiles('test/attack/rows', '.ts').map((path) => basename(path));
    expect(files.filter((file) => !suites.includes(`./rows/${file}`))).toEqual([]);
    const named = attacks.map(({ path }) => basename(path));
    expect(files.filter((file) => !named.includes(file))).toEqual([]);
  });
});

describe('what is no longer there', () => {
  const sample = (code: string, title: string): Threat[] =>
    threatsIn(`| x | [a](.npmrc) \`${code}\` | [b](test/threats.test.ts) “${title}” |`);

  it('is found', () => {
    const [good] = sample('save-exact=true', 'is found');
    expect([good?.inTheWay.flatMap(missingCode), good?.heldBy.flatMap(missingTitles)]).toEqual([[], []]);
    const [bad] = sample('save-exact=false', 'was lost');
    expect(bad?.inTheWay.flatMap(missingCode)).toEqual(['.npmrc: save-exact=false']);
    expect(bad?.heldBy.flatMap(missingTitles)).toEqual(['test/threats.test.ts: was lost']);
  });
});
