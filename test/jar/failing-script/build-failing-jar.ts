import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundleIntoJar } from '../../support/jar/bundle-into-jar.ts';

const METHOD = join(__dirname, 'check-features-method.ts');

/** Whoever imports the plugin's method is given ours, which imports the plugin's own. */
const failingMethod: Plugin = {
  name: 'failing-method',
  setup(bundle) {
    bundle.onResolve({ filter: /\/check-features-method\.ts$/ }, ({ importer }) =>
      importer === METHOD ? undefined : { path: METHOD },
    );
  },
};

/**
 * The built jar with a script in it that has bugs.
 * @param directory where it is put
 * @returns its path
 */
export async function buildFailingJar(directory: string): Promise<string> {
  return await bundleIntoJar(join(__dirname, 'main.ts'), directory, [failingMethod]);
}
