import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { findOnPath } from '../../tools/set-up/find-on-path.mjs';
import { startSidecarWithExampleData } from '../support/example-data.ts';
import { ask } from '../support/http/http.ts';
import { javaTool } from '../support/jar/java-tool.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';
import { useStarted } from '../support/use-started.ts';
import { GENERATORS, TARGETS } from './generators/clients.ts';

/** Generating, compiling and running, on a machine that does other things. */
const PATIENCE_MS = 600_000;

const home = process.env['FC_CLIENT_GENERATORS'] ?? '';
/** On a machine without Go, set-up has installed all generators but one. */
const hasGo = existsSync(join(home, 'go', 'oapi-codegen'));

/** How web developers compile the TypeScript. */
const STRICT = {
  strict: true,
  noEmit: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  skipLibCheck: true,
};

/** Where the words of a command that begin with `$` are found. */
const PLACES: Readonly<Record<string, string>> = {
  $gradle: process.env['FC_GRADLE'] ?? 'gradle',
  $python: join(home, 'python', 'bin'),
  $npm: join(home, 'npm', 'node_modules'),
  $web: join(REPOSITORY, 'test', 'web-tools', 'node_modules'),
  $java: javaTool('java'),
  $javac: javaTool('javac'),
  $esbuild: join(REPOSITORY, 'node_modules', '.bin', 'esbuild'),
  $go: join(home, 'go'),
  $goprogram: findOnPath('go') ?? 'go',
};

/** Clients that other people generate from /openapi.json, compiled, and run against a service. */
describe('a client by', () => {
  const sidecar = useStarted(startSidecarWithExampleData);
  let expected: unknown[];

  beforeAll(async () => {
    if (home === '') throw new Error('FC_CLIENT_GENERATORS is not set: npm run test:release sets it');
    expected = await Promise.all(TARGETS.map(async (target) => (await ask(sidecar.origin, target)).json));
  });
  it.each(GENERATORS.filter(({ name }) => hasGo || name !== 'oapi-codegen'))(
    '$name reads every operation [G78]',
    async ({ generate, files, run }) => {
      const project = makeTemporaryDirectory();
      const execute = (words: readonly string[]): string => {
        const [command = '', ...args] = words.map((word) =>
          word.replace(/^[$][a-z-]+/, (place) => PLACES[place] ?? place).replace('ORIGIN', sidecar.origin),
        );
        const options = { cwd: project.path, encoding: 'utf8' } as const;
        const { status, stdout, stderr } = spawnSync(command, args, { ...options, maxBuffer: 20_000_000 });
        if (status !== 0)
          throw new Error(`${words.join(' ')}:\n${stdout.slice(0, 5000)}${stderr.slice(0, 5000)}`);
        return stdout;
      };
      project.write('openapi.json', (await ask(sidecar.origin, '/openapi.json')).text);
      project.write('package.json', '{"type":"module"}');
      project.write('tsconfig.json', JSON.stringify({ compilerOptions: STRICT, files: ['asks.ts'] }));
      project.write('settings.gradle', '');
      project.write('build.gradle', readRepositoryFile('test/release/generators/build.gradle'));
      symlinkSync(PLACES['$web'] ?? '', join(project.path, 'node_modules'));
      for (const [path, text] of Object.entries(files))
        project.write(path, text.replaceAll('ORIGIN', sidecar.origin));
      execute(generate);
      const outputs = run.map(execute);
      expect(JSON.parse(outputs.at(-1) ?? '')).toEqual(expected);
      project.remove();
    },
    PATIENCE_MS,
  );
});
