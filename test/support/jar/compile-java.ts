import { mkdirSync } from 'node:fs';
import { runJavaTool } from './java-tool.ts';

/**
 * Compiles Java sources.
 * @param target a folder, created if necessary
 * @throws with the compiler's output
 */
export function compileJava(sources: readonly string[], classPath: string, target: string): void {
  mkdirSync(target, { recursive: true });
  const options = [
    '--release',
    '17',
    '-encoding',
    'UTF-8',
    '-proc:none',
    '-Xlint:all,-processing',
    '-Werror',
  ];
  runJavaTool('javac', [...options, '-cp', classPath, '-d', target, ...sources]);
}
