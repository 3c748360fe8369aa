import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fromRoot } from '../../files/paths.mjs';
import { runUnlessUpToDate } from './up-to-date.mjs';

const OUTPUT = fromRoot('rest-sidecar', 'build', 'docs');
const PAGE = fromRoot('rest-sidecar', 'api-page');
const LIBRARY = fromRoot('node_modules', 'swagger-ui-dist');
/**
 * Assets of the page. The name of each gets a fingerprint of its content, so that browsers may cache it
 * indefinitely.
 */
const ASSETS = [
  join(LIBRARY, 'swagger-ui-bundle.js'),
  join(LIBRARY, 'swagger-ui.css'),
  join(LIBRARY, 'favicon-32x32.png'),
  join(PAGE, 'page.css'),
  join(PAGE, 'page.js'),
];
/** Files that the library's licence requires: its licence texts, and those of the packages in it. */
const LICENCES = {
  'swagger-ui.LICENSE.txt': 'LICENSE',
  'swagger-ui.NOTICE.txt': 'NOTICE',
  'swagger-ui-bundle.js.LICENSE.txt': 'swagger-ui-bundle.js.LICENSE.txt',
};

/**
 * Builds the files that the sidecar serves at `/docs`.
 * @param {typeof import('./rest-client.mjs').REST_CLIENT} client the built client, served under its name for
 * imports by pages, and under its name and version
 * @returns {Promise<'up to date' | 'built'>}
 */
export async function buildApiPage(client) {
  const page = join(PAGE, 'index.html');
  const licences = Object.values(LICENCES).map((name) => join(LIBRARY, name));
  return await runUnlessUpToDate({
    name: 'api-page',
    recipe: readFileSync(new URL(import.meta.url), 'utf8'),
    outputs: [join(OUTPUT, 'index.html'), join(OUTPUT, `${client.name}.js`)],
    inputs: () => [page, client.program, client.types, client.package, ...ASSETS, ...licences],
    run: async () => {
      rmSync(OUTPUT, { recursive: true, force: true });
      mkdirSync(OUTPUT, { recursive: true });
      const html = ASSETS.reduce(placeAsset, readFileSync(page, 'utf8'));
      writeFileSync(join(OUTPUT, 'index.html'), html);
      for (const name of [client.name, `${client.name}-${client.version}`]) {
        copyFileSync(client.program, join(OUTPUT, `${name}.js`));
        copyFileSync(client.types, join(OUTPUT, `${name}.d.ts`));
        copyFileSync(client.package, join(OUTPUT, `${name}.tgz`));
      }
      for (const [name, source] of Object.entries(LICENCES))
        copyFileSync(join(LIBRARY, source), join(OUTPUT, name));
    },
  });
}

/** Copies one asset under its fingerprinted name, and replaces its name in the page. */
function placeAsset(html, path) {
  const name = path.split(/[\\/]/).at(-1);
  const fingerprint = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12);
  const extension = extname(name);
  const fingerprinted = `${name.slice(0, -extension.length)}.${fingerprint}${extension}`;
  copyFileSync(path, join(OUTPUT, fingerprinted));
  if (!html.includes(`"docs/${name}"`)) throw new Error(`the page does not load ${name}`);
  return html.replace(`"docs/${name}"`, `"docs/${fingerprinted}"`);
}
