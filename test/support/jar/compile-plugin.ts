import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { javaTool } from './java-tool.ts';

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
  execFileSync(javaTool('javac'), [...options, '-cp', classPath, '-d', target, ...sources], {
    stdio: 'pipe',
  });
}

/**
 * Creates the jar of a proxy plugin.
 * @returns the path of the jar
 */
export function packPlugin(classes: string, description: string, jar: string): string {
  cpSync(description, join(classes, 'velocity-plugin.json'));
  execFileSync(javaTool('jar'), ['--create', '--file', jar, '-C', classes, '.'], { stdio: 'pipe' });
  return jar;
}
