import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundleIntoJar } from '../../support/jar/bundle-into-jar.ts';

const METHODS = join(__dirname, 'create-methods.ts');

/** Replaces the plugin's methods by the failing ones, which themselves import the plugin's. */
const failingMethods: Plugin = {
  name: 'failing-methods',
  setup(bundle) {
    bundle.onResolve({ filter: /\/create-methods\.ts$/ }, ({ importer }) =>
      importer === METHODS ? undefined : { path: METHODS },
    );
  },
};

/**
 * Builds a copy of the jar with a script that has bugs.
 * @param directory for the jar
 * @returns the path of the jar
 */
export async function buildFailingJar(directory: string): Promise<string> {
  return await bundleIntoJar(join(__dirname, 'main.ts'), directory, [failingMethods]);
}
