import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { builtJar } from '../../velocity-stand-in/built-jar.ts';
import { copyJarWith, PROGRAM_IN_JAR } from './update-jar.ts';

const SCRIPT_IN_JAR = `${PROGRAM_IN_JAR}/plugin.js`;

/**
 * Creates a copy of the built jar with another script, bundled as the plugin's own.
 * @param entry path of the script
 * @param directory for the jar
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
    bundle: true,
    platform: 'neutral',
    target: 'es2023',
    format: 'esm',
    logLevel: 'silent',
    plugins,
  });
  return copyJarWith(builtJar(), directory, [SCRIPT_IN_JAR]);
}
