import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyJarWithScript, SCRIPT_IN_JAR } from '../support/jar/bundle-into-jar.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { startStandIn } from '../velocity-stand-in/stand-in.ts';
import { START_TIMEOUT_MS } from './start-proxy.ts';

/**
 * Expressions of a malicious script, by what they try to access. An expression with a value has succeeded.
 */
const REACHES: Readonly<Record<string, string>> = {
  'the end of the JVM': `Java.type('java.lang.System').exit(1) ?? 'ended'`,
  'the environment': `Java.type('java.lang.System').getenv('PATH')`,
  'another program': `Java.type('java.lang.Runtime').getRuntime()`,
  'another program, built': `Java.type('java.lang.ProcessBuilder')`,
  'a file': `Java.type('java.io.File')`,
  'files of NIO': `Java.type('java.nio.file.Files')`,
  'a path': `Java.type('java.nio.file.Path')`,
  'a socket': `Java.type('java.net.Socket')`,
  'a URL': `Java.type('java.net.URL')`,
  'a thread': `Java.type('java.lang.Thread')`,
  'a pool of threads': `Java.type('java.util.concurrent.Executors')`,
  'reflection by name': `Java.type('java.lang.Class').forName('java.lang.System')`,
  'raw memory': `Java.type('sun.misc.Unsafe')`,
  'native code': `Java.type('java.lang.foreign.Linker')`,
  'our own class loader': `Java.type('io.github.featurecontrol.IsolatedClassLoader')`,
  'a package by its name': `Packages.java.lang.System.getenv('PATH')`,
  'a global of Java': `java.lang.System.getenv('PATH')`,
  'a class of its own': `Java.extend(Java.type('java.util.Properties'), {})`,
  'the class of what it is given': `host.getClass().getName()`,
  'a class loader': `host.getClass().getClassLoader().loadClass('java.lang.System')`,
  'a class by a look-up': `Java.type('java.util.Properties').class.getClassLoader()`,
  'the thread behind its own': `host.thread().loop`,
  'the stop of its thread': `host.thread().stop()`,
  'the packets of others': `host.channel().receive(null)`,
  'another language': `Polyglot.eval('js', '1')`,
  'a file as a script': `load('/etc/hostname')`,
  'the end of the engine': `quit()`,
  'another context': `new Worker('x')`,
};

/** Expressions that our script needs. They prove that the probe runs, so that failures are refusals. */
const NEEDED = {
  'a class that the list names': `new (Java.type('java.util.Properties'))() !== null`,
  'its log': `host.logger() !== null`,
};

/** Returns a script that reports which of the expressions have a value, and then turns the plugin off. */
function probe(expressions: Readonly<Record<string, string>>): string {
  const attempts = Object.entries(expressions).map(
    ([name, expression]) => `[${JSON.stringify(name)}, () => ${expression}]`,
  );
  return `export function start(host) {
  const reached = [${attempts.join(', ')}].filter(([, attempt]) => {
    try { return attempt() !== undefined; } catch { return false; }
  });
  return 'probe: ' + JSON.stringify(reached.map(([name]) => name));
}`;
}

describe('a script in the built jar', () => {
  let directory: TemporaryDirectory;

  beforeAll(() => {
    directory = makeTemporaryDirectory();
  });

  afterAll(() => {
    directory.remove();
  });

  /** Runs a probe in place of our script. @returns the names of the expressions that succeeded */
  async function reachedBy(expressions: Readonly<Record<string, string>>): Promise<string[]> {
    directory.write(SCRIPT_IN_JAR, probe(expressions));
    const proxy = await startStandIn({ jars: [copyJarWithScript(directory.path)] });
    const line = await proxy.untilLogged(/probe: \[.*\]/);
    await proxy.stop();
    return JSON.parse(line.slice(line.indexOf('probe: ') + 'probe: '.length)) as string[];
  }

  it(
    'has access to what it needs, but not to files, processes, threads, class loaders or native code',
    async () => {
      expect(await reachedBy({ ...REACHES, ...NEEDED })).toEqual(Object.keys(NEEDED));
    },
    START_TIMEOUT_MS,
  );
});
