import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './support/eventually.ts';
import { startSidecarWithExampleData } from './support/example-data.ts';
import { startBrowser } from './support/http/browser.ts';
import { runProgram } from './support/processes/run-program.ts';
import { makeTemporaryDirectory } from './support/processes/temporary-directory.ts';
import { useTemporaryDirectory } from './support/processes/use-temporary-directory.ts';
import { REPOSITORY } from './support/repository/repository.ts';
import { readRepositoryFile } from './support/repository/source-files.ts';
import { useStarted } from './support/use-started.ts';

const PACKAGES = join(REPOSITORY, 'test', 'web-tools', 'node_modules');
const ESBUILD = join(REPOSITORY, 'node_modules', 'esbuild', 'bin', 'esbuild');
const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  jsx: 'react-jsx',
  types: [],
  skipLibCheck: true,
};

const python = (): string => join(dirname(process.env['FC_SCHEMATHESIS'] ?? ''), 'python');

/** The examples of docs/examples in a web developer's own project. */
describe('the examples for web developers', () => {
  const sidecar = useStarted(startSidecarWithExampleData);
  const project = useTemporaryDirectory();

  beforeAll(() => {
    linkPackages(join(project.path, 'node_modules'));
  });

  const copy = (name: string): string =>
    project.write(
      name,
      readRepositoryFile(`docs/examples/${name}`).replaceAll('http://localhost:8080', sidecar.origin),
    );

  const bundle = (entry: string, ...options: string[]): string =>
    execFileSync(ESBUILD, [entry, '--bundle', '--jsx=automatic', ...options], {
      cwd: project.path,
      maxBuffer: 20 * 1024 * 1024,
      encoding: 'utf8',
    });

  it('install the client from the service itself', async () => {
    const home = makeTemporaryDirectory();
    home.write('package.json', '{"type":"module","private":true}');
    const url = `${sidecar.origin}/docs/feature-control-client.tgz`;
    const options = ['--no-audit', '--no-fund', '--cache', join(home.path, 'cache')];
    execFileSync('npm', ['install', ...options, url], {
      cwd: home.path,
      stdio: 'pipe',
    });
    home.write(
      'asks.mjs',
      `import { createClient } from 'feature-control-client';
      console.log((await createClient('${sidecar.origin}').getHealth()).data.status);`,
    );
    const { stdout, stderr } = await runProgram([join(home.path, 'asks.mjs')], {});
    expect({ stdout, stderr }).toStrictEqual({ stdout: 'ok\n', stderr: '' });
    home.remove();
  });

  it('votings.py prints the votings, and says why it cannot', async () => {
    const program = spawn(python(), [copy('votings.py'), sidecar.origin]);
    const lines: string[] = [];
    createInterface({ input: program.stdout }).on('line', (line) => lines.push(line));
    createInterface({ input: program.stderr }).on('line', (line) => lines.push(line));
    const size = 'skyblock: How large should the islands be? [100 blocks: 8, 200 blocks: 19]';
    await eventually(() => lines.includes(size), { what: 'a line for each voting' });
    const { length } = lines;
    await sidecar.kill();
    const refused = () => lines.slice(length).some((line) => line.includes('Connection refused'));
    await eventually(refused, { what: 'the line that nothing can be reached' });
    // Nothing was printed again for an answer that had not changed.
    expect(lines.filter((line) => line === size)).toHaveLength(1);
    program.kill();
    await once(program, 'close');
    await sidecar.start();
  });

  it('votings-openapi-fetch.ts and use-votings.tsx are right by their types', async () => {
    const generate = [
      join(PACKAGES, 'openapi-typescript', 'bin', 'cli.js'),
      `${sidecar.origin}/openapi.json`,
    ];
    const types = join(project.path, 'feature-control.d.ts');
    const generated = await runProgram([...generate, '--output', types], process.env);
    expect(generated).toMatchObject({ code: 0 });
    const files = ['votings-openapi-fetch.ts', 'use-votings.tsx'].map(copy);
    project.write('tsconfig.json', JSON.stringify({ compilerOptions: STRICT, files }));
    const tsc = join(REPOSITORY, 'node_modules', 'typescript-7', 'bin', 'tsc');
    const compiled = await runProgram([tsc, '--project', project.path], process.env);
    expect(compiled).toStrictEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('votings-openapi-fetch.ts asks', async () => {
    copy('votings-openapi-fetch.ts');
    project.write(
      'asks.ts',
      `import { describeServer, titlesOn } from './votings-openapi-fetch.ts';
      const answers = [await titlesOn('skyblock'), await describeServer('survival'), await describeServer('x')];
      console.log(JSON.stringify(answers));`,
    );
    project.write('asks.mjs', bundle('asks.ts', '--format=esm', '--platform=node'));
    const { stdout } = await runProgram([join(project.path, 'asks.mjs')], {});
    expect(JSON.parse(stdout)).toStrictEqual([
      ['How large should the islands be?'],
      'Survival, 1.21',
      'No server has this id.',
    ]);
  });

  it('use-votings.tsx shows the votings, and stops when it is unmounted', async () => {
    copy('use-votings.tsx');
    project.write(
      'page.tsx',
      `import { StrictMode } from 'react';
      import { createRoot } from 'react-dom/client';
      import { Votings } from './use-votings.tsx';
      const root = createRoot(document.body.appendChild(document.createElement('main')));
      Object.assign(window, { unmount: () => root.unmount() });
      root.render(<StrictMode><Votings server="skyblock" /></StrictMode>);`,
    );
    const browser = await startBrowser();
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.addScriptTag({ content: bundle('page.tsx', '--format=iife') });
    await page.locator('[role=status]', { hasText: '1 active' }).waitFor();
    expect(await page.locator('main').innerText()).toContain('100 blocks: 8, 200 blocks: 19');
    await page.evaluate('unmount()');
    expect(await page.locator('main').innerHTML()).toBe('');
    expect(errors).toStrictEqual([]);
    await browser.close();
  });
});

/** A project after `npm install`, with the packages of test/web-tools and the project's own built client. */
function linkPackages(folder: string): void {
  mkdirSync(folder);
  for (const name of readdirSync(PACKAGES)) symlinkSync(join(PACKAGES, name), join(folder, name));
  symlinkSync(join(REPOSITORY, 'rest-sidecar', 'client'), join(folder, 'feature-control-client'));
}
