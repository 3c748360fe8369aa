import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { copyJarWith, PROGRAM_IN_JAR } from '../../support/update-jar.ts';
import { builtJar } from '../../velocity-stand-in/built-jar.ts';

const SCRIPT_IN_JAR = `${PROGRAM_IN_JAR}/plugin.js`;
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
 * The built jar with a script in it that has bugs, bundled as the build does with the plugin's own.
 * @param directory where it is put
 * @returns its path
 */
export async function buildFailingJar(directory: string): Promise<string> {
  await build({
    entryPoints: [join(__dirname, 'main.ts')],
    outfile: join(directory, SCRIPT_IN_JAR),
    ...{ bundle: true, platform: 'neutral', target: 'es2023', format: 'esm', logLevel: 'silent' },
    plugins: [failingMethod],
  });
  return await copyJarWith(builtJar(), directory, SCRIPT_IN_JAR);
}
