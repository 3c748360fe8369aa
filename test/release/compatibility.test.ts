import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { callInNode } from '../support/processes/call-in-node.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';
import { breakingChanges, type Interfaces } from './breaking-changes.ts';

const READER = 'test/release/read-interfaces.mjs';
/** The page on the REST interface permits new values here (docs/rest-api-changelog.md). */
const PERMITTED = '/v1/health 200.application/json.status: values (received)';

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();

/** Returns the newest tag of a release before the current commit; undefined if there is none. */
function lastRelease(folder: string): string | undefined {
  const sorted = ['--list', 'v*', '--sort=-version:refname'];
  const [tag] = git(folder, 'tag', ...sorted, '--merged', 'HEAD', '--no-contains', 'HEAD').split('\n');
  return tag === '' ? undefined : tag;
}

async function interfacesOf(tag: string, folder: string): Promise<Interfaces> {
  return (await callInNode(READER, 'readInterfacesOfTag', folder, tag)) as Interfaces;
}

let current: Interfaces;

beforeAll(async () => {
  current = (await callInNode(READER, 'readInterfaces', REPOSITORY)) as Interfaces;
});

describe('the OpenAPI document, the schema of the channel, and the wire fixtures', () => {
  const tag = lastRelease(REPOSITORY);
  const compared = tag === undefined ? it.skip : it;

  compared(`break nothing since the last release, ${tag ?? 'of which there is none yet'}`, async () => {
    const changes = breakingChanges(await interfacesOf(tag ?? '', REPOSITORY), current);
    expect(changes.filter((change) => change !== PERMITTED)).toEqual([]);
  });

  it('are compared in a clone with the tags of all earlier releases', () => {
    const { version } = JSON.parse(readRepositoryFile('package.json')) as { version: string };
    const released = readRepositoryFile('CHANGELOG.md').matchAll(/^## \[(\d[^\]]*)\]/gm);
    const earlier = Array.from(released, ([, name]) => name).filter((name) => name !== version);
    const tags = git(REPOSITORY, 'tag').split('\n');
    expect(earlier.filter((name) => !tags.includes(`v${name}`))).toEqual([]);
  });

  it('of the last release are read from its tag, which the tag of this commit is not', async () => {
    const directory = makeTemporaryDirectory();
    git(directory.path, 'clone', '--quiet', '--shared', REPOSITORY, 'clone');
    const clone = `${directory.path}/clone`;
    const commit = [
      '-c',
      'user.name=test',
      '-c',
      'user.email=test@example.org',
      'commit',
      '--quiet',
      '-m',
      'x',
    ];
    git(clone, 'tag', 'v0.9.0');
    git(clone, 'rm', '--quiet', 'test/fixtures/wire/check-global.json');
    git(clone, ...commit);
    git(clone, 'tag', 'v0.10.0');
    git(clone, ...commit, '--allow-empty');
    git(clone, 'tag', 'v0.11.0');
    expect(lastRelease(clone)).toBe('v0.10.0');
    const [older, newer] = [await interfacesOf('v0.9.0', clone), await interfacesOf('v0.10.0', clone)];
    expect(breakingChanges(older, newer)).toEqual(['check-global.json: removed']);
    directory.remove();
  });
});

/** The path of a field, and its new value; undefined removes it. */
type Change = readonly [path: string, value: unknown];

/** Compares the current interfaces with a copy of them that has some changes. */
function changesAfter(...changes: readonly Change[]): string[] {
  const copy = JSON.parse(JSON.stringify(current)) as Record<string, unknown>;
  for (const [path, value] of changes) {
    const names = path.split(' ');
    const last = names.pop() ?? '';
    const parent = names.reduce((at, name) => at[name] as Record<string, unknown>, copy);
    parent[last] = value;
  }
  // Without the fields that are undefined.
  return breakingChanges(current, JSON.parse(JSON.stringify(copy)) as Interfaces);
}

describe('the comparison', () => {
  const paths = 'openApi paths';
  const schemas = 'openApi components schemas';
  const check = 'channel $defs checkFeaturesRequest properties payload';

  it.each<[string, ...Change]>([
    ['/v1/events: removed', `${paths} /v1/events`, undefined],
    ['/{version}/servers.id: removed', `${paths} /{version}/servers get parameters`, []],
    ['/v1/coins-trades: required limit (sent)', `${paths} /v1/coins-trades get parameters 0 required`, true],
    [
      '/v1/coins-trades.limit: maximum (sent)',
      `${paths} /v1/coins-trades get parameters 0 schema maximum`,
      100,
    ],
    ['/v1/votings 200.ETag: removed', `${paths} /v1/votings get responses 200 headers ETag`, undefined],
    [
      '/v1/coins-trades 200.application/json[].rate: type (received)',
      `${schemas} CoinsTrade properties rate type`,
      'string',
    ],
    [
      '/v1/servers 200.application/json.*: required displayName (received)',
      `${schemas} Server required`,
      ['id'],
    ],
    ['checkFeaturesRequest.payload.client: maxLength (sent)', `${check} properties client maxLength`, 64],
    [
      'checkFeaturesRequest.payload: required version (sent)',
      `${check} required`,
      ['client', 'features', 'version'],
    ],
    [
      'subscribeRequest.method: values (sent)',
      'channel $defs subscribeRequest properties method const',
      'watch',
    ],
    [
      'subscribeSuccess.payload.revision: removed',
      'channel $defs subscribeSuccess properties payload properties revision',
      undefined,
    ],
    [
      'error|0.error: values (received)',
      'channel $defs error oneOf 0 properties error enum',
      ['BAD_REQUEST', 'NOT_FOUND', 'RATE_LIMITED', 'FORBIDDEN'],
    ],
    ['check-global.json: changed', 'fixtures check-global.json response payload blocklist', []],
  ])('names the breaking change "%s"', (name, path, value) => {
    expect(changesAfter([path, value])).toContain(name);
  });

  it('names no addition, and only by its name what the page on the interface permits', () => {
    const additions: Change[] = [
      [`${paths} /v1/new`, { get: { responses: {} } }],
      [`${paths} /v1/health get parameters`, [{ name: 'added', required: false, schema: {} }]],
      [`${schemas} Event properties added`, { type: 'string' }],
      ['channel $defs subscribeRequest properties payload properties subscriptions maxItems', 128],
      ['channel $defs blocklistChanged properties payload properties added', { type: 'string' }],
      ['fixtures added.json', current.fixtures['check-global.json']],
    ];
    expect(changesAfter(...additions)).toEqual([]);
    const statuses = ['ok', 'degraded', 'starting', 'stopping'];
    expect(changesAfter([`${schemas} HealthResponse properties status enum`, statuses])).toEqual([PERMITTED]);
  });
});
