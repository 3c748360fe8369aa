import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { fromRoot, ROOT } from '../../files/paths.mjs';
import { ExplainedError } from '../../terminal/explained-error.mjs';
import { runUnlessUpToDate } from './up-to-date.mjs';

const OUTPUT = fromRoot('admin', 'build', 'console');
const PAGE = fromRoot('admin', 'console', 'index.html');
const ICON = fromRoot('admin', 'console', 'icon.svg');
/** Bundled libraries; their licence texts are copied next to the bundle. */
const LIBRARIES = ['preact'];

/** @type {import('esbuild').BuildOptions} */
const OPTIONS = {
  entryPoints: [fromRoot('admin', 'console', 'src', 'main.tsx')],
  outdir: OUTPUT,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'silent',
};

/**
 * Bundles the files that the admin's server serves at `/console`.
 * @returns {Promise<'up to date' | 'built'>}
 */
export async function buildConsole() {
  // Imported here because this module is loaded before the npm packages are installed.
  const esbuild = await import('esbuild');
  const recipe = { OPTIONS, version: esbuild.version, step: readFileSync(new URL(import.meta.url), 'utf8') };
  return await runUnlessUpToDate({
    name: 'console',
    recipe,
    outputs: [join(OUTPUT, 'index.html')],
    inputs: () => [PAGE, ICON],
    run: async () => await run(esbuild),
  });
}

async function run(esbuild) {
  const settings = { ...OPTIONS, absWorkingDir: ROOT, write: false, metafile: true };
  const result = await esbuild.build(settings).catch(async ({ message, errors }) => {
    const lines = errors && (await esbuild.formatMessages(errors, { kind: 'error' }));
    throw new ExplainedError(`the console does not build:\n${lines?.join('') ?? message}`);
  });
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });
  const built = result.outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
  const assets = [...built, { name: basename(ICON), contents: readFileSync(ICON) }];
  writeFileSync(join(OUTPUT, 'index.html'), assets.reduce(placeAsset, readFileSync(PAGE, 'utf8')));
  for (const name of LIBRARIES)
    copyFileSync(fromRoot('node_modules', name, 'LICENSE'), join(OUTPUT, `${name}.LICENSE.txt`));
  return Object.keys(result.metafile.inputs).map((input) => resolve(ROOT, input));
}

/** Writes one asset under its fingerprinted name, and replaces its name in the page. */
function placeAsset(html, { name, contents }) {
  const fingerprint = createHash('sha256').update(contents).digest('hex').slice(0, 12);
  const extension = extname(name);
  const fingerprinted = `${name.slice(0, -extension.length)}.${fingerprint}${extension}`;
  writeFileSync(join(OUTPUT, fingerprinted), contents);
  if (!html.includes(`"console/${name}"`)) throw new Error(`the page does not load ${name}`);
  return html.replace(`"console/${name}"`, `"console/${fingerprinted}"`);
}
