import { describe, expect, it } from '@jest/globals';
import { createClient } from '../rest-sidecar/client/src/client.ts';
import { operations } from '../shared/rest/operations.ts';
import { KEYED_RECORDS, RECORD_TYPES } from '../shared/rest/record-types.ts';
import { exampleCommands } from '../tools/start/example-data.mjs';
import { RECORD_KINDS } from './support/http/stored-records.ts';
import { readRepositoryFile } from './support/repository/source-files.ts';

// What CONTRIBUTING.md lists for an operation and for a record, and no other test names.

describe.each(Object.values(operations))('the operation $operationId', ({ operationId, path }) => {
  it('is a method of the typed client', () => {
    expect(Object.keys(createClient('http://localhost'))).toContain(operationId);
  });

  it('has an example in docs/rest-api.md, and a row in the README', () => {
    expect(readRepositoryFile('docs/rest-api.md')).toMatch(new RegExp(`^curl .*${path}\\b`, 'm'));
    expect(readRepositoryFile('README.md')).toContain(`| \`${path}\``);
  });
});

describe.each(KEYED_RECORDS)('the record of type %s', (name) => {
  const users = readRepositoryFile('deploy/redis/users.acl');

  it.each(['fc-sidecar', 'fc-admin'])('may be read by the user %s in deploy/redis/users.acl', (user) => {
    const rights = users.split('\n').find((line) => line.startsWith(`user ${user} `));
    expect(rights).toContain(`~fc:${name}:*`);
  });

  it('has example data in tools/start/example-data.mjs', () => {
    const keys = exampleCommands('fc:', 0).map(([, key]: readonly string[]) => key ?? '');
    expect(keys.some((key: string) => key.startsWith(`fc:${name}:`))).toBe(true);
  });

  it('is documented in docs/redis.md and docs/command-line.md', () => {
    expect(readRepositoryFile('docs/redis.md')).toContain(`\`fc:${name}:<id>\``);
    expect(readRepositoryFile('docs/command-line.md')).toContain(`feature-control publish ${name} `);
    expect(readRepositoryFile('docs/command-line.md')).toContain(`\`${RECORD_TYPES[name].plural}\``);
  });

  it('is compared, stored and served, by test/support/http/stored-records.ts', () => {
    expect(RECORD_KINDS.map(({ kind }) => kind)).toContain(name);
  });
});
