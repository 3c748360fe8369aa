import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { javaTool } from '../support/jar/java-tool.ts';
import { callInNode } from '../support/processes/call-in-node.ts';
import { runProgram } from '../support/processes/run-program.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { standInBuild } from '../velocity-stand-in/stand-in.ts';
import { API, CHANGES } from './changed-declarations.ts';

const TOOL = 'tools/check/verify-velocity.mjs';
const TIMEOUT_MS = 120_000;

const OMITTED = `${API}/event/proxy/ProxyReloadEvent`;

describe('npm run verify:velocity', () => {
  let directory: TemporaryDirectory;
  let classPath: string;
  let libraries: string;
  let classes: string;
  let good: string;

  beforeAll(async () => {
    directory = makeTemporaryDirectory();
    ({ classPath } = await standInBuild());
    const [built = '', library = ''] = classPath.split(delimiter);
    libraries = dirname(library);
    classes = join(directory.path, 'classes');
    mkdirSync(classes);
    java('jar', ['--extract', '--file', built], classes);
    good = packStandIn('good');
  }, TIMEOUT_MS);

  afterAll(() => {
    directory.remove();
  });

  /** Creates a jar with the classes in the directory, and with the libraries of the stand-in. */
  function packStandIn(name: string): string {
    const urls = readdirSync(libraries).map((file) => pathToFileURL(join(libraries, file)));
    const manifest = directory.write('manifest', `${foldLine(`Class-Path: ${urls.join(' ')}`)}\n`);
    const jar = join(directory.path, `${name}.jar`);
    java('jar', ['--create', '--no-compress', '--file', jar, '--manifest', manifest, '-C', classes, '.']);
    return jar;
  }

  const run = (...args: string[]) => runProgram([TOOL, ...args], { ...process.env, VELOCITY_JAR: '' });

  it(
    'finds no difference where there is none',
    async () => {
      expect(await run(good)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/\nno difference, in \d{2,} classes with \d{3,} members, and \d+ /),
      });
    },
    TIMEOUT_MS,
  );

  it(
    'names each difference',
    async () => {
      const changed = CHANGES.map(({ source, from, to }) => {
        const text = readRepositoryFile(`plugin/java/velocity-api/${source}.java`);
        expect(text).toContain(from);
        return directory.write(`sources/${source}.java`, text.replace(from, to));
      });
      java('javac', ['-proc:none', '-cp', classPath, '-d', classes, ...changed]);
      rmSync(join(classes, `${OMITTED}.class`));
      const { code, stdout } = await run(packStandIn('changed'));
      const named = stdout.split('\n').filter((line) => line.startsWith('✘'));
      const expected = CHANGES.flatMap(({ source, differences }) =>
        differences.map((difference) => `✘ ${nameOf(source)}: ${difference}`),
      );
      expect(named.sort()).toStrictEqual(
        [...expected, `✘ ${nameOf(OMITTED)}: there is no such class`].sort(),
      );
      expect(stdout).toContain(`differences: ${named.length}, in `);
      expect(code).toBe(1);
    },
    TIMEOUT_MS,
  );

  it(
    'looks for what the script calls',
    async () => {
      directory.write(
        'types/proxy.ts',
        `/** A player. @java com.velocitypowered.api.proxy.Player */
         export interface Player { getUsername(): string; getShoeSize(): number; sendPluginMessage(one: string, two?: string): void }
         export interface Classes {
           readonly 'com.velocitypowered.api.proxy.server.ServerInfo': new (name: string) => unknown;
           readonly 'com.velocitypowered.api.permission.Tristate': { readonly TRUE: unknown; readonly MAYBE: unknown; fromBoolean(value: boolean): unknown };
           readonly 'com.velocitypowered.api.Nothing': object;
           readonly 'com.example.Ours': { anything(): void };
         }`,
      );
      const jdk = { home: process.env['JAVA_HOME'] ?? dirname(dirname(whichJava())) };
      const types = join(directory.path, 'types');
      const members = await callInNode('tools/check/verify/script-members.mjs', 'readScriptMembers', types);
      // One of the declarations, as compiling all of them takes seconds.
      const tristate = `${API}/permission/Tristate.java`;
      directory.write(`declared/${tristate}`, readRepositoryFile(`plugin/java/velocity-api/${tristate}`));
      const sources = [[join(directory.path, 'declared')]];
      const options = { jars: [good], jdk, sources, members };
      const compare = 'tools/check/verify/compare-declarations.mjs';
      const [result] = (await callInNode(compare, 'compareClasses', options)) as readonly unknown[];
      expect(result).toMatchObject({
        scriptMembers: 12,
        differences: [
          'com.velocitypowered.api.Nothing: (script) there is no such class',
          'com.velocitypowered.api.permission.Tristate: (script) public static field MAYBE is missing',
          'com.velocitypowered.api.proxy.Player: (script) public method getShoeSize of 0 arguments is missing',
          'com.velocitypowered.api.proxy.Player: (script) public method sendPluginMessage of 1 arguments is missing',
          'com.velocitypowered.api.proxy.server.ServerInfo: (script) public constructor of 1 arguments is missing',
        ],
      });
    },
    TIMEOUT_MS,
  );

  it('reports in one line that a jar is not a Velocity, or is missing', async () => {
    const { probeJar } = await standInBuild();
    expect(await run(probeJar)).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: `feature-control: ${probeJar} is not a Velocity: it does not contain ${API}/proxy/ProxyServer.class\n`,
    });
    const nowhere = join(directory.path, 'nowhere.jar');
    expect(await run(nowhere)).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: `feature-control: ${nowhere}: there is no such file\n`,
    });
  });

  it('prints its help, and rejects wrong usage', async () => {
    expect(await run('--help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('npm run verify:velocity'),
    });
    for (const args of [[], ['a.jar', 'b.jar']])
      expect(await run(...args)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('exactly one jar is needed'),
      });
  });
});

function nameOf(source: string): string {
  return source.replaceAll('/', '.');
}

function java(tool: string, args: readonly string[], cwd?: string): void {
  execFileSync(javaTool(tool), ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC', ...args], { cwd });
}

function whichJava(): string {
  return execFileSync('readlink', ['-f', execFileSync('which', ['javac'], { encoding: 'utf8' }).trim()], {
    encoding: 'utf8',
  }).trim();
}

/** A line of a manifest has at most 72 bytes; the next one goes on after a blank. */
function foldLine(line: string): string {
  return line.replace(/.{70}/g, '$&\n ');
}
