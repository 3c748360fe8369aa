import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DrivenStandIn } from './driven-stand-in.ts';
import { startHost } from './host-process.cjs';

export type StandIn = DrivenStandIn;

const SETTINGS = ['REDIS_URL', 'KEY_PREFIX', 'FC_CHANNEL_NAMESPACE'];

export interface StandInOptions {
  /** The plugins, each a jar. Default: the one in plugin/build/libs. */
  readonly jars?: readonly string[];
  readonly redisUrl?: string;
  readonly keyPrefix?: string;
  /** Velocity's `plugins` folder: a plugin's data is in the folder of its id there. Default: a temporary one. */
  readonly pluginsDirectory?: string;
  /** Further environment of the JVM. */
  readonly env?: Readonly<Record<string, string>>;
  /** Another JVM to run on. */
  readonly javaHome?: string;
  readonly jvmOptions?: readonly string[];
  /** The generation of Velocity that is imitated. Default: 2024. */
  readonly behaviour?: '2024' | '2026';
}

/**
 * Starts a proxy of its own with the plugin in it, driven without any Minecraft client. It ends with this process at the latest.
 * @throws {Error} when a plugin cannot be loaded; a plugin that fails in its handlers is only logged, as in Velocity
 */
export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const { classPath } = await standInBuild();
  const jars = options.jars ?? [await builtJar()];
  const { pluginsDirectory = await mkdtemp(join(tmpdir(), 'stand-in-')) } = options;
  const proxy = new DrivenStandIn(jars, pluginsDirectory);
  const host = await startHost({
    classPath,
    pluginsDirectory,
    behaviour: options.behaviour ?? '2024',
    javaHome: options.javaHome,
    jvmOptions: options.jvmOptions,
    env: environmentOf(options),
    onLine: (line) => {
      proxy.takeLine(line);
    },
    onEvent: (event) => {
      proxy.takeEvent(event);
    },
    onEnd: async () => {
      if (options.pluginsDirectory === undefined)
        await rm(pluginsDirectory, { recursive: true, force: true });
    },
  });
  try {
    await proxy.start(host);
  } catch (error) {
    await host.kill();
    throw error;
  }
  return proxy;
}

/** Compiles the Java half where needed, and tells where it is. */
export async function standInBuild(): Promise<{ classPath: string; probeJar: string }> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(__dirname, 'build.mjs')]);
  return JSON.parse(stdout) as { classPath: string; probeJar: string };
}

async function builtJar(): Promise<string> {
  const directory = join(__dirname, '../../plugin/build/libs');
  const jars = (await readdir(directory)).filter((name) => name.endsWith('.jar'));
  if (jars.length !== 1 || jars[0] === undefined)
    throw new Error(`plugin/build/libs holds ${jars.length} jars: npm run build`);
  return join(directory, jars[0]);
}

/** Settings of the developer's own shell must not reach the plugin. */
function environmentOf({ env, redisUrl, keyPrefix }: StandInOptions): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !SETTINGS.includes(name));
  return {
    ...Object.fromEntries(inherited),
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    ...(keyPrefix === undefined ? {} : { KEY_PREFIX: keyPrefix }),
    ...env,
  };
}
