import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPlugin, buildStandIn } from '../../tools/development-proxy/build.mjs';
import type { HostLibraries } from '../../tools/development-proxy/build.mjs';
import { startHost } from '../../tools/development-proxy/host-process.mjs';
import { FAST_STARTUP_JVM_OPTIONS } from '../../tools/processes/jvm-options.mjs';
import { REPOSITORY } from '../support/repository/repository.ts';
import { builtJar } from './built-jar.ts';
import { DrivenStandIn } from './driven-stand-in.ts';
import { createPluginsDirectory, testsSlimJar, writeConfig } from './plugins-directory.ts';

export type StandIn = DrivenStandIn;

const SETTINGS = [
  'REDIS_URL',
  'REDIS_NAT_MAP',
  'REDIS_COMMAND_TIMEOUT_MS',
  'REDIS_CA_FILE',
  'REDIS_CERT_FILE',
  'REDIS_KEY_FILE',
  'KEY_PREFIX',
  'FC_CHANNEL_NAMESPACE',
  'FC_LIBRARIES_MIRROR',
];

/** Environment variables of the long forms; see test/README.md. */
const LONG_FORMS = ['FC_ROWS_SECONDS', 'FC_FUZZ_PACKETS'];

/** The libraries that the proxy provides to plugins, as jest.config.mjs selects them. */
const HOST_LIBRARIES: HostLibraries =
  process.env['FC_TEST_HOST_LIBRARIES'] === 'newest' ? 'newest' : 'oldest';

/**
 * `jvmOptions` of a proxy under load. The long forms use the JVM's defaults, because optimising compilation
 * pays off within minutes; in half a minute it takes as much CPU time as the load itself.
 */
export const LOAD_TEST_JVM_OPTIONS = LONG_FORMS.some((name) => process.env[name] !== undefined)
  ? []
  : FAST_STARTUP_JVM_OPTIONS;

export interface StandInOptions {
  /**
   * Paths of the plugins' jars. Default: the built jar, in the edition that `FC_TEST_JAR_EDITION` names
   * (default: the full jar).
   */
  readonly jars?: readonly string[];
  /** Paths of additional plugins' jars. */
  readonly additionalJars?: readonly string[];
  readonly redisUrl?: string;
  readonly keyPrefix?: string;
  /**
   * Velocity's `plugins` folder, which contains a data folder for each plugin id. Default: a temporary one.
   */
  readonly pluginsDirectory?: string;
  /** The text of the plugin's config.toml. Without it, the plugin writes its default file. */
  readonly config?: string;
  /** Additional environment variables of the JVM. */
  readonly env?: Readonly<Record<string, string>>;
  /** The home of the JDK to run on. Default: `FC_TEST_JAVA_HOME`, otherwise `JAVA_HOME`. */
  readonly javaHome?: string;
  /** Default: {@link FAST_STARTUP_JVM_OPTIONS}. For a proxy under load: {@link LOAD_TEST_JVM_OPTIONS}. */
  readonly jvmOptions?: readonly string[];
  /** The generation of Velocity to imitate. Default: 2024. */
  readonly behaviour?: '2024' | '2026';
}

/**
 * Starts a dedicated proxy with the plugin, driven without Minecraft clients. It ends with this process at
 * the latest.
 * @throws {Error} if a plugin cannot be loaded. Failures in a plugin's handlers are only logged, as in
 * Velocity
 */
export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const classPath = await buildStandIn(HOST_LIBRARIES);
  const jars = options.jars ?? [builtJar(testsSlimJar() ? 'slim' : 'full')];
  const { pluginsDirectory = await createPluginsDirectory() } = options;
  if (options.config !== undefined) await writeConfig(pluginsDirectory, options.config);
  const javaHome = options.javaHome ?? process.env['FC_TEST_JAVA_HOME'];
  const proxy = new DrivenStandIn([...jars, ...(options.additionalJars ?? [])], pluginsDirectory);
  const host = await startHost({
    classPath,
    pluginsDirectory,
    behaviour: options.behaviour ?? '2024',
    javaHome,
    jvmOptions: options.jvmOptions ?? FAST_STARTUP_JVM_OPTIONS,
    // The archive is usable only by the JVM that created it.
    classArchive: javaHome === undefined ? process.env['FC_CLASS_ARCHIVE'] : undefined,
    env: environmentOf(options),
    onLine: (line) => {
      proxy.handleLine(line);
    },
    onEvent: (event) => {
      proxy.handleEvent(event);
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

/**
 * Compiles a plugin, unless it is unchanged.
 * @param folder of its sources, relative to the repository's root
 * @param against the path of another jar to compile it against
 * @returns the path of its jar
 */
export async function buildPluginJar(folder: string, against?: string): Promise<string> {
  return await buildPlugin(join(REPOSITORY, folder), {
    host: HOST_LIBRARIES,
    ...(against === undefined ? {} : { against: [against] }),
  });
}

/**
 * Removes the plugin's settings of the developer's shell from the environment, so that they have no effect.
 */
function environmentOf({ env, redisUrl, keyPrefix }: StandInOptions): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !SETTINGS.includes(name));
  const mirror = testsSlimJar() ? process.env['TEST_LIBRARIES_MIRROR'] : undefined;
  return {
    ...Object.fromEntries(inherited),
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    ...(keyPrefix === undefined ? {} : { KEY_PREFIX: keyPrefix }),
    ...(mirror === undefined ? {} : { FC_LIBRARIES_MIRROR: mirror }),
    ...env,
  };
}
