import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runUnlessUpToDate } from '../../tools/assemble/steps/up-to-date.mjs';
import { DEV_DIRECTORY } from '../../tools/files/paths.mjs';
import { eventually } from '../support/eventually.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';

describe('a build step', () => {
  let directory: TemporaryDirectory;

  beforeEach(() => {
    directory = makeTemporaryDirectory();
    directory.write('in', 'one');
  });

  afterEach(() => {
    forget();
    directory.remove();
  });

  const nameOfStep = () => `test-${basename(directory.path)}`;
  const forget = () => {
    rmSync(join(DEV_DIRECTORY, 'up-to-date', `${nameOfStep()}.json`), { force: true });
  };
  /** Runs a step that writes its input in capitals, calls `meanwhile`, and returns a further input. */
  const build = async (recipe = 'upper', meanwhile: () => void = () => undefined) => {
    const path = (name: string) => join(directory.path, name);
    return await runUnlessUpToDate({
      name: nameOfStep(),
      recipe,
      outputs: [path('out')],
      inputs: () => [path('in')],
      run: () => {
        directory.write('out', directory.read('in').toUpperCase());
        meanwhile();
        return Promise.resolve([path('also')]);
      },
    });
  };
  const buildWhile = async (saved: string, text: string) =>
    await build('upper', () => directory.write(saved, text));
  /** A file that was saved within a tick of the clock before a run counts as saved during it. */
  const untilUpToDate = async () => {
    await eventually(async () => (await build()) === 'up to date');
  };

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
    expect(await buildWhile(saved, 'three')).toBe('built');
    expect(await build()).toBe('built');
    await untilUpToDate();
  });

  it('runs again if an input that it discovered first in this run was saved during it', async () => {
    expect(await buildWhile('also', 'three')).toBe('built');
    forget();
    expect(await buildWhile('also', 'four')).toBe('built');
    expect(await build()).toBe('built');
    await untilUpToDate();
  });

  it('runs again if its input was changed back during the run', async () => {
    await build();
    directory.write('in', 'two');
    await buildWhile('in', 'one');
    expect(await build()).toBe('built');
    expect(directory.read('out')).toBe('ONE');
  });
});
