import { copyFileSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fromRoot } from '../../files/paths.mjs';
import { runEsbuild } from './bundle.mjs';
import { writePage } from './page.mjs';
import { runUnlessUpToDate } from './up-to-date.mjs';

const SOURCES = fromRoot('admin', 'console');
const OUTPUT = fromRoot('admin', 'build', 'console');
/** Bundled libraries; their licence texts are copied next to the bundle. */
const LIBRARIES = ['preact'];

/** @type {import('esbuild').BuildOptions} */
const OPTIONS = {
  entryPoints: [join(SOURCES, 'src', 'main.tsx')],
  outdir: OUTPUT,
  write: false,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
};

/**
 * Bundles the files that the admin's server serves at `/console`.
 * @returns {Promise<'up to date' | 'built'>}
 */
export async function buildConsole() {
  return await runUnlessUpToDate({
    name: 'console',
    inputs: [SOURCES, fromRoot('shared')],
    outputs: [join(OUTPUT, 'index.html')],
    run: writeConsole,
  });
}

async function writeConsole() {
  const { outputFiles } = await runEsbuild('the console', OPTIONS);
  const built = outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
  const icon = { name: 'icon.svg', contents: readFileSync(join(SOURCES, 'icon.svg')) };
  const page = join(SOURCES, 'index.html');
  writePage({ output: OUTPUT, page, path: 'console', assets: [...built, icon] });
  for (const name of LIBRARIES)
    copyFileSync(fromRoot('node_modules', name, 'LICENSE'), join(OUTPUT, `${name}.LICENSE.txt`));
}
