import { execFileSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { callInNode } from '../support/processes/call-in-node.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';

const READER = 'test/release/read-interfaces.mjs';
/** What people read. Fields of records with these names are no texts, but schemas. */
const TEXTS = ['description', 'message', 'summary', 'title'];
/**
 * Paths of what has changed since the last release and breaks nobody, each with a comment that says why: a
 * limit that accepts more, a new value that docs/rest-api-changelog.md permits.
 */
const PERMITTED: readonly string[] = [];

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();

/** Returns the newest tag of a release before the current commit; undefined if there is none. */
function lastRelease(folder: string): string | undefined {
  const sorted = ['--list', 'v*', '--sort=-version:refname'];
  const [tag] = git(folder, 'tag', ...sorted, '--merged', 'HEAD', '--no-contains', 'HEAD').split('\n');
  return tag === '' ? undefined : tag;
}

function withoutTexts(value: unknown): unknown {
  const isText = (name: string, field: unknown): boolean =>
    name === 'examples' || (TEXTS.includes(name) && typeof field === 'string');
  return JSON.parse(
    JSON.stringify(value, (name, field: unknown) => (isText(name, field) ? undefined : field)),
  );
}

async function interfacesOf(tag: string, folder: string): Promise<unknown> {
  return withoutTexts(await callInNode(READER, 'readInterfacesOfTag', folder, tag));
}

/** Names what was removed, and what is different. An addition breaks nobody who ignores unknown fields. */
function changesSince(before: unknown, after: unknown, path: readonly string[] = []): string[] {
  if (typeof before !== 'object' || before === null || Array.isArray(before))
    return isDeepStrictEqual(before, after) ? [] : [path.join(' ')];
  if (typeof after !== 'object' || after === null) return [path.join(' ')];
  const now = new Map(Object.entries(after));
  return Object.entries(before).flatMap(([name, value]) =>
    changesSince(value, now.get(name), [...path, name]),
  );
}

describe('the OpenAPI document, the schema of the channel, and the wire fixtures', () => {
  const tag = lastRelease(REPOSITORY);
  const compared = tag === undefined ? it.skip : it;

  compared(`break nothing since the last release, ${tag ?? 'of which there is none yet'}`, async () => {
    const current = withoutTexts(await callInNode(READER, 'readInterfaces', REPOSITORY));
    const changes = changesSince(await interfacesOf(tag ?? '', REPOSITORY), current);
    expect(changes).toEqual(PERMITTED);
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
    const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.org'];
    const commit = [...author, 'commit', '--quiet', '--message=x'];
    git(clone, 'tag', 'v0.9.0');
    git(clone, 'rm', '--quiet', 'test/fixtures/wire/check-global.json');
    git(clone, ...commit);
    git(clone, 'tag', 'v0.10.0');
    git(clone, ...commit, '--allow-empty');
    git(clone, 'tag', 'v0.11.0');
    expect(lastRelease(clone)).toBe('v0.10.0');
    const [older, newer] = [await interfacesOf('v0.9.0', clone), await interfacesOf('v0.10.0', clone)];
    expect(changesSince(older, newer)).toEqual(['fixtures check-global.json']);
    expect(changesSince(newer, older)).toEqual([]);
    const first = 'openApi paths /v1/coins-trades get parameters';
    const required = JSON.stringify(older).replace('"name":"limit"', '"name":"limits"');
    expect(changesSince(older, JSON.parse(required))).toEqual([first]);
    directory.remove();
  });
});
