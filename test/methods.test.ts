import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { METHODS } from '../shared/feature-control/methods.ts';
import { readDefaultConfig } from './support/default-config.ts';
import { loadWireFixtures } from './support/jar/wire-fixtures.ts';
import type { WireFixture } from './support/jar/wire-fixtures.ts';
import { readRepositoryFile } from './support/repository/source-files.ts';

interface Answer {
  readonly error?: string;
  readonly message?: string;
  readonly payload?: unknown;
}

const fixtures = loadWireFixtures();
const methodOf = ({ method }: WireFixture): string => method;
const answerIn = ({ response }: WireFixture) => response as Answer;
const ajv = new Ajv({ strict: true });

it('the fixtures name methods that there are', () => {
  const known = new Set<string>(METHODS.map(({ name }) => name));
  const unknown = fixtures.filter((fixture) => !known.has(methodOf(fixture)));
  expect(unknown.map(({ name, method }) => `${name}: ${method}`)).toEqual([]);
});

describe.each(METHODS)('the method $name', ({ name, limit, payloadSchema, resultSchema }) => {
  const own = fixtures.filter((fixture) => methodOf(fixture) === name);

  it('has a fixture in which it is answered', () => {
    expect(own.filter((fixture) => answerIn(fixture).payload !== undefined)).not.toEqual([]);
  });

  it('has a fixture in which a player is over its limit', () => {
    const limited = own.filter(({ given }) => given.playerUsedPermit);
    expect(limited.map((fixture) => answerIn(fixture).error)).toContain('RATE_LIMITED');
  });

  it('has a fixture that is refused for each of its fields', () => {
    const refused = own.filter((fixture) => answerIn(fixture).error === 'BAD_REQUEST');
    const messages = refused.map((fixture) => answerIn(fixture).message);
    for (const field of Object.keys(payloadSchema.properties))
      expect(messages).toContainEqual(expect.stringContaining(`payload.${field}`));
  });

  it('is answered in its fixtures with what its result schema describes', () => {
    const validate = ajv.compile(resultSchema);
    const results = own.flatMap((fixture) => answerIn(fixture).payload ?? []);
    expect(results.filter((result) => !validate(result))).toEqual([]);
  });

  it('has its specified limit in config.toml', () => {
    expect(readDefaultConfig().methodLimits[name]).toEqual(limit);
  });

  it('has a rule in docs/spec.md or a decision in docs/spec-gaps.md', () => {
    const rows = ['docs/spec.md', 'docs/spec-gaps.md'].flatMap((path) =>
      readRepositoryFile(path)
        .split('\n')
        .filter((line) => line.startsWith('| ')),
    );
    expect(rows).toContainEqual(expect.stringContaining(`\`${name}\``));
  });
});
