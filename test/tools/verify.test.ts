import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import { javaTool } from '../support/jar/java-tool.ts';
import { runProgram } from '../support/processes/run-program.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';
import { standInBuild } from '../velocity-stand-in/stand-in.ts';

const API = 'com/velocitypowered/api';

it('npm run verify:velocity names each class and member that a jar does not contain', async () => {
  const directory = makeTemporaryDirectory();
  const { classPath } = await standInBuild();
  const [built = '', libraries = ''] = classPath.split(delimiter);
  const folder = dirname(libraries);
  // A line of a manifest has at most 72 bytes; the next one goes on after a blank.
  const urls = readdirSync(folder)
    .map((name) => pathToFileURL(join(folder, name)).href)
    .join(' ');
  const manifest = directory.write('manifest', `Class-Path: ${urls}\n`.replace(/.{70}/g, '$&\n '));
  const classes = join(directory.path, 'classes');
  mkdirSync(classes);
  const java = (tool: string, ...args: string[]): void => {
    execFileSync(javaTool(tool), args, { cwd: classes });
  };
  java('jar', '--extract', '--file', built);
  try {
    const source = `${API}/proxy/server/ServerInfo.java`;
    const text = readRepositoryFile(`plugin/java/velocity-api/${source}`);
    const changed = directory.write(
      source,
      text.replace('native String getName()', 'native CharSequence getName()'),
    );
    java('javac', '-proc:none', '-cp', classPath, '-d', classes, changed);
    rmSync(join(classes, `${API}/event/proxy/ProxyReloadEvent.class`));
    const jar = join(directory.path, 'changed.jar');
    java('jar', '--create', '--file', jar, '--manifest', manifest, '.');
    const { code, stdout } = await runProgram(['tools/check/verify.mjs', 'velocity', jar], process.env);
    expect(code).toBe(1);
    expect(
      stdout
        .split('\n')
        .filter((line) => line.startsWith('✘'))
        .sort(),
    ).toEqual([
      '✘ com.velocitypowered.api.event.proxy.ProxyReloadEvent: there is no such class',
      '✘ com.velocitypowered.api.proxy.server.ServerInfo: getName ()Ljava/lang/String; is missing',
    ]);
  } finally {
    directory.remove();
  }
});
