import { describe, expect, it } from '@jest/globals';
import { useTemporaryDirectory } from '../support/processes/use-temporary-directory.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';
import { GAMES, playGames } from './games.ts';
import type { GameName } from './games.ts';

const PATIENCE_MS = 120_000;

describe('the parts for loaders', () => {
  const target = useTemporaryDirectory();

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

it('docs/mods.md has a part for each version of Minecraft that minecraft-protocol knows, but for those that it names', () => {
  const page = readRepositoryFile('docs/mods.md');
  const known = minecraftVersions();
  const rows = page.match(/^\| (?:Fabric|NeoForge|Forge), [^|]+/gm) ?? [];
  expect(rows).toHaveLength(4);
  const [missing = ''] = /^Not in the table: .*$/m.exec(page) ?? [];
  const covered = new Set(rows.flatMap((row) => versionsIn(row, known)));
  expect(known.filter((version) => !covered.has(version))).toEqual(versionsIn(missing, known));
});

/** Returns the releases of Minecraft since 1.7.2 that the clients of tools/mod know, the oldest first. */
function minecraftVersions(): string[] {
  const file = 'tools/mod/node_modules/minecraft-data/minecraft-data/data/pc/common/protocolVersions.json';
  const all = (JSON.parse(readRepositoryFile(file)) as { minecraftVersion: string }[]).map(
    ({ minecraftVersion }) => minecraftVersion,
  );
  const releases = all.filter((version) => /^\d+(?:\.\d+)+$/.test(version)).reverse();
  return releases.slice(releases.indexOf('1.7.2'));
}

/**
 * Returns the versions in a text such as "1.8.9, and 1.18 (with a note) to 1.18.2", in the order of `known`.
 * @throws if one of them is not known
 */
function versionsIn(text: string, known: readonly string[]): string[] {
  const ranges = text.replaceAll(/ \([^)]*\)/g, '').matchAll(/(\d[\d.]*\d)(?: to (\d[\d.]*\d))?/g);
  const named = Array.from(ranges, ([range, first = '', last = first]) => {
    const [from, to] = [known.indexOf(first), known.indexOf(last)];
    if (from === -1 || to === -1) throw new Error(`minecraft-protocol does not know ${range}`);
    return known.slice(from, to + 1);
  });
  return known.filter((version) => named.flat().includes(version));
}
