import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundleIntoJar } from '../../support/jar/bundle-into-jar.ts';

/** Replaces a file of the plugin by the failing one of this folder, which itself imports the plugin's. */
function failing(file: string): Plugin {
  const path = join(__dirname, file);
  return {
    name: `failing-${file}`,
    setup(bundle) {
      bundle.onResolve({ filter: new RegExp(`/${file}$`) }, ({ importer }) =>
        importer === path ? undefined : { path },
      );
    },
  };
}

/**
 * Builds a copy of the jar with a script that has bugs.
 * @param directory for the jar
 * @returns the path of the jar
 */
export async function buildFailingJar(directory: string): Promise<string> {
  return await bundleIntoJar(join(__dirname, 'main.ts'), directory, [failing('create-methods.ts')]);
}
