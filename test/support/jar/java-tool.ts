import { join } from 'node:path';

/**
 * Returns the path of a program of a JDK, such as `javac`, or its bare name if `JAVA_HOME` is not set.
 * @param home of the JDK. Default: `JAVA_HOME`
 */
export function javaTool(name: string, home = process.env['JAVA_HOME']): string {
  return home ? join(home, 'bin', name) : name;
}
