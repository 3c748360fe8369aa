import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { GAMES, playGames } from './games.ts';
import type { GameName } from './games.ts';

const PATIENCE_MS = 120_000;

describe('the parts for loaders', () => {
  let target: TemporaryDirectory;

  beforeAll(() => {
    target = makeTemporaryDirectory();
  });

  afterAll(() => {
    target.remove();
  });

  it.each([
    { jdk: 'the oldest JDK', home: process.env['JAVA_HOME'] },
    { jdk: 'the newest JDK, without warnings,', home: process.env['FC_NEWEST_JAVA_HOME'] },
  ])(
    'claim the channel once, in one copy or relocated, wait for JoinGame, and follow the connection, on $jdk [G52]',
    async ({ home }) => {
      const games = Object.keys(GAMES) as GameName[];
      const passed = games.map((name) => `${name}: passed\n`);
      expect(await playGames(games, target.path, home)).toBe(passed.join(''));
    },
    PATIENCE_MS,
  );
});
