import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { callInNode } from '../support/processes/call-in-node.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';

describe('a build step', () => {
  let directory: TemporaryDirectory;
  let module: string;

  beforeEach(() => {
    directory = makeTemporaryDirectory();
    const url = (path: string) => pathToFileURL(join(REPOSITORY, path)).href;
    // Steps are functions, which JSON cannot contain: this one writes its input in capitals, and returns
    // another file as an input.
    const source = `
      import { readFileSync, rmSync, writeFileSync } from 'node:fs';
      import { runUnlessUpToDate } from '${url('tools/build-steps/up-to-date.mjs')}';
      import { DEV_DIRECTORY } from '${url('tools/files/paths.mjs')}';
      const [input, also, output] = ['in', 'also', 'out'].map((name) => '${directory.path}/' + name);
      const name = 'test-${directory.path.slice(-6)}';
      const run = async () => (writeFileSync(output, readFileSync(input, 'utf8').toUpperCase()), [also]);
      export const build = (recipe) => runUnlessUpToDate({ name, recipe, outputs: [output], inputs: () => [input], run });
      export const buildWhile = (saved, text) => runUnlessUpToDate({ name, recipe: 'upper', outputs: [output],
        inputs: () => [input], run: async () => {
          const discovered = await run();
          writeFileSync('${directory.path}/' + saved, text);
          return discovered;
        } });
      export const forget = async () => rmSync(DEV_DIRECTORY + '/up-to-date/' + name + '.json', { force: true });`;
    module = directory.write('step.mjs', source);
    directory.write('in', 'one');
  });
  afterEach(async () => {
    await callInNode(module, 'forget');
    directory.remove();
  });

  const build = async (recipe = 'upper') => await callInNode(module, 'build', recipe);

  it('runs once, and then only if something has changed', async () => {
    expect(await build()).toBe('built');
    expect(directory.read('out')).toBe('ONE');
    expect(await build()).toBe('up to date');
    directory.write('in', 'two');
    expect(await build()).toBe('built');
    expect(directory.read('out')).toBe('TWO');
  });

  it.each([
    ['a file that it found out it reads', () => directory.write('also', 'new')],
    [
      'an output that is gone',
      () => {
        directory.removeFile('out');
      },
    ],
  ])('runs again because of %s', async (_, change) => {
    await build();
    change();
    expect(await build()).toBe('built');
    expect(await build()).toBe('up to date');
  });

  it('runs again if its recipe changes', async () => {
    await build();
    expect(await build('other')).toBe('built');
  });

  it.each(['in', 'also'])('runs again if its input %s was saved during the run', async (saved) => {
    await build();
    directory.write('in', 'two');
    expect(await callInNode(module, 'buildWhile', saved, 'three')).toBe('built');
    expect(await build()).toBe('built');
    expect(await build()).toBe('up to date');
  });

  it('runs again if an input that it discovered first in this run was saved during it', async () => {
    expect(await callInNode(module, 'buildWhile', 'also', 'three')).toBe('built');
    await callInNode(module, 'forget');
    expect(await callInNode(module, 'buildWhile', 'also', 'four')).toBe('built');
    expect(await build()).toBe('built');
    expect(await build()).toBe('up to date');
  });

  it('runs again if its input was changed back during the run', async () => {
    await build();
    directory.write('in', 'two');
    await callInNode(module, 'buildWhile', 'in', 'one');
    expect(await build()).toBe('built');
    expect(directory.read('out')).toBe('ONE');
  });
});
