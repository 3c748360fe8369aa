import { copyFileSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fromRoot } from '../../files/paths.mjs';
import { writePage } from './page.mjs';
import { runUnlessUpToDate } from './up-to-date.mjs';

const OUTPUT = fromRoot('rest-sidecar', 'build', 'docs');
const PAGE = fromRoot('rest-sidecar', 'api-page');
const LIBRARY = fromRoot('node_modules', 'swagger-ui-dist');
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
  return await runUnlessUpToDate({
    name: 'api-page',
    inputs: [PAGE, client.program, client.types, client.package],
    outputs: [join(OUTPUT, 'index.html'), join(OUTPUT, `${client.name}.js`)],
    run: () => writeApiPage(client),
  });
}

function writeApiPage(client) {
  const assets = ASSETS.map((path) => ({ name: basename(path), contents: readFileSync(path) }));
  writePage({ output: OUTPUT, page: join(PAGE, 'index.html'), path: 'docs', assets });
  for (const name of [client.name, `${client.name}-${client.version}`]) {
    copyFileSync(client.program, join(OUTPUT, `${name}.js`));
    copyFileSync(client.types, join(OUTPUT, `${name}.d.ts`));
    copyFileSync(client.package, join(OUTPUT, `${name}.tgz`));
  }
  for (const [name, source] of Object.entries(LICENCES))
    copyFileSync(join(LIBRARY, source), join(OUTPUT, name));
}
