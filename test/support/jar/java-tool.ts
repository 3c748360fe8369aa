import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { FAST_STARTUP_JVM_OPTIONS } from '../../../tools/processes/jvm-options.mjs';
import { REPOSITORY } from '../repository/repository.ts';

/**
 * Returns the path of a program of a JDK, such as `javac`, or its bare name if `JAVA_HOME` is not set.
 * @param home of the JDK. Default: `JAVA_HOME`
 */
export function javaTool(name: string, home = process.env['JAVA_HOME']): string {
  return home ? join(home, 'bin', name) : name;
}

/**
 * Runs a tool of the JDK, such as `javac`, in the repository's root.
 * @throws with its output
 */
export function runJavaTool(name: string, args: readonly string[]): void {
  // A tool runs too briefly to gain from optimising compilation.
  const options = FAST_STARTUP_JVM_OPTIONS.map((option) => `-J${option}`);
  execFileSync(javaTool(name), [...options, ...args], { cwd: REPOSITORY, stdio: 'pipe' });
}
