import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FAST_STARTUP_JVM_OPTIONS } from '../../tools/processes/jvm-options.mjs';
import { javaTool } from '../support/jar/java-tool.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { gson, sdkJar } from './sdk-build.ts';

const LOADERS = 'mod-sdk/loaders';
const FAKES = 'test/mod-sdk/loaders';

/**
 * The versions of the loaders that differ in what the library uses, by the first version of the game.
 * The folders contain declarations (in mod-sdk/loaders) and fakes (in test/mod-sdk/loaders), the most general
 * ones first.
 */
export const GAMES = {
  'fabric-1.16.2': 'netty fabric-api fabric fabric-1.16.2',
  'fabric-1.20.5': 'netty fabric-api fabric fabric-1.20.5',
  'fabric-26.1': 'netty buffer fabric-api official fabric-26.1',
  'neoforge-1.20.5': 'netty buffer official neoforge',
  'neoforge-1.21.7': 'netty buffer official neoforge neoforge-1.21.7',
  'forge-1.16.5': 'netty commons mcp forge forge-1.16.5',
  'forge-1.18': 'netty buffer commons forge forge-1.18 forge-logged-in',
  'forge-1.19': 'netty buffer commons forge forge-1.18',
  'forge-1.20.2': 'netty buffer forge forge-1.20.2',
  'forge-1.21.6': 'netty buffer forge forge-1.20.2 forge-1.21.6',
  'legacyforge-1.8.9': 'netty mcp legacyforge legacyforge-1.8.9',
  'legacyforge-1.12.2': 'netty mcp legacyforge legacyforge-1.12.2',
} as const;

export type GameName = keyof typeof GAMES;

/**
 * Compiles the fakes of games, and plays the scenarios on them, with the built jar.
 *
 * @param target an existing folder, in which each game has a folder of classes afterwards
 * @param home of the JDK
 * @returns what was printed: one line for each game that passes
 */
export async function playGames(games: readonly GameName[], target: string, home?: string): Promise<string> {
  const classes = join(target, 'harness');
  const run = async (tool: string, args: readonly string[]) =>
    await promisify(execFile)(javaTool(tool, home), [...args], { cwd: REPOSITORY });
  await run('javac', [
    ...FAST_STARTUP_JVM_OPTIONS.map((option) => `-J${option}`),
    '-encoding',
    'UTF-8',
    '-d',
    classes,
    `${FAKES}/tests/GameClasses.java`,
    `${FAKES}/tests/Sources.java`,
    `${FAKES}/tests/LoaderTests.java`,
  ]);
  const folders = [LOADERS, FAKES, target, gson('2.2.4'), sdkJar()];
  const played = games.map((name) => `${name}=${GAMES[name].replaceAll(' ', ',')}`);
  const program = [...FAST_STARTUP_JVM_OPTIONS, '-Dfile.encoding=UTF-8', '-cp', classes, 'LoaderTests'];
  const { stdout, stderr } = await run('java', [...program, ...folders, ...played]);
  return stderr + stdout;
}
