import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { builtJar } from '../../velocity-stand-in/built-jar.ts';
import { copyJarWith, PROGRAM_IN_JAR } from './update-jar.ts';

const SCRIPT_IN_JAR = `${PROGRAM_IN_JAR}/plugin.js`;

/**
 * The built jar with another script in it, bundled as the build does with the plugin's own.
 * @param entry of the script, a path
 * @param directory where the jar is put
 * @returns the jar's path
 */
export async function bundleIntoJar(
  entry: string,
  directory: string,
  plugins: Plugin[] = [],
): Promise<string> {
  await build({
    entryPoints: [entry],
    outfile: join(directory, SCRIPT_IN_JAR),
    ...{ bundle: true, platform: 'neutral', target: 'es2023', format: 'esm', logLevel: 'silent' },
    plugins,
  });
  return await copyJarWith(builtJar(), directory, SCRIPT_IN_JAR);
}
