import { afterAll } from '@jest/globals';
import { stopOnError } from '../support/processes/stop-on-error.ts';
import { testRedisUrl } from '../support/redis/redis.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import { buildPluginJar, startStandIn, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings } from './admin.ts';
import { CHANNEL, checkRequest, parseAnswer, type Answer } from './ask.ts';
import { untilReady } from './start-proxy.ts';

/** Two use the FeatureControlApi; the third is one of a vendor whose mod a bridge serves. */
const OTHER_PLUGINS = ['docs/examples/api-plugin', 'test/jar/listening-plugin', 'test/jar/vendor-plugin'];
/** Commands print times in the time zone of the proxy. */
const ENVIRONMENT = { TZ: 'Asia/Kolkata' };

type Behaviour = '2024' | '2026';

interface Shared {
  readonly proxy: StandIn;
  /** Has sent a request before the plugin was ready. */
  readonly early: StandInPlayer;
}

const started = new Map<Behaviour, Promise<Shared>>();

afterAll(async () => {
  for (const each of started.values()) await (await each).proxy.stop();
});

/**
 * Returns a proxy with these settings, for a suite that does not test its start. The suites of
 * one-proxy.test.ts share it: the first call starts it, each further one hands it over without players and
 * without previous log lines.
 * @param config the text of config.toml
 * @param behaviour the generation of Velocity that it imitates
 */
export async function sharedProxy(config: string, behaviour: Behaviour = '2024'): Promise<StandIn> {
  const running = started.get(behaviour);
  if (running === undefined) {
    const starting = start(config, behaviour);
    started.set(behaviour, starting);
    return (await starting).proxy;
  }
  const { proxy } = await running;
  await proxy.forget();
  await applySettings(proxy, config);
  return proxy;
}

/** Returns the answer to the request `early`, which was sent while the script engine was starting. */
export async function earlyAnswer(behaviour: Behaviour): Promise<Answer | undefined> {
  const shared = await started.get(behaviour);
  return shared && parseAnswer((await shared.early.next()).bytes);
}

async function start(config: string, behaviour: Behaviour): Promise<Shared> {
  const additionalJars = await Promise.all(OTHER_PLUGINS.map((folder) => buildPluginJar(folder, builtJar())));
  const proxy = await startStandIn({ config, behaviour, additionalJars, env: ENVIRONMENT });
  return await stopOnError(proxy, async () => {
    const early = await proxy.join({ connected: true });
    await early.send(CHANNEL, checkRequest('my-mod', ['fly'], 'early'));
    await untilReady(proxy);
    return { proxy, early };
  });
}

/**
 * Returns the part of config.toml about Redis. The timeout is long enough even for the first command of a
 * cold JVM under load.
 */
export function redisSettings(keyPrefix: string, url = testRedisUrl()): string {
  return `[redis]\nurl = "${url}"\nkey-prefix = "${keyPrefix}"\ncommand-timeout-ms = 1400\n`;
}
