import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundleIntoJar } from '../../support/jar/bundle-into-jar.ts';

const METHODS = join(__dirname, 'create-methods.ts');

/** What imports the plugin's methods is given ours, which import the plugin's own. */
const failingMethods: Plugin = {
  name: 'failing-methods',
  setup(bundle) {
    bundle.onResolve({ filter: /\/create-methods\.ts$/ }, ({ importer }) =>
      importer === METHODS ? undefined : { path: METHODS },
    );
  },
};

/**
 * The built jar with a script in it that has bugs.
 * @param directory where it is put
 * @returns its path
 */
export async function buildFailingJar(directory: string): Promise<string> {
  return await bundleIntoJar(join(__dirname, 'main.ts'), directory, [failingMethods]);
}
