import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { builtJar } from '../../velocity-stand-in/built-jar.ts';
import { runJavaTool } from './java-tool.ts';

/** The path of the plugin's script in the jar. */
export const SCRIPT_IN_JAR = 'META-INF/feature-control/plugin.js';

/**
 * Creates a copy of the built jar with another script.
 * @param directory with the script at {@link SCRIPT_IN_JAR}, and for the copy
 * @returns the copy's path
 */
export function copyJarWithScript(directory: string): string {
  const copy = join(directory, 'changed.jar');
  copyFileSync(builtJar(), copy);
  runJavaTool('jar', ['--update', '--file', copy, '-C', directory, SCRIPT_IN_JAR]);
  return copy;
}

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
  return copyJarWithScript(directory);
}
