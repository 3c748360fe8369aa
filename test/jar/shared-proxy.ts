import { afterAll } from '@jest/globals';
import { testRedisUrl } from '../support/redis/redis.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import { buildPluginJar, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings } from './admin.ts';
import { startProxy } from './start-proxy.ts';

/** Two use the FeatureControlApi; the third is one of a vendor whose mod a bridge serves. */
const OTHER_PLUGINS = ['docs/examples/api-plugin', 'test/jar/listening-plugin', 'test/jar/vendor-plugin'];
/** Commands print times in the time zone of the proxy. */
const ENVIRONMENT = { TZ: 'Asia/Kolkata' };

let started: Promise<StandIn> | undefined;

afterAll(async () => {
  await (await started)?.stop();
});

/**
 * Returns a proxy with these settings, for a suite that does not test its start. The suites of
 * one-proxy.test.ts share it: the first call starts it, each further one hands it over without players and
 * without previous log lines.
 * @param config the text of config.toml
 */
export async function sharedProxy(config: string): Promise<StandIn> {
  if (started === undefined) {
    started = start(config);
    return await started;
  }
  const proxy = await started;
  await proxy.forget();
  await applySettings(proxy, config);
  return proxy;
}

async function start(config: string): Promise<StandIn> {
  const additionalJars = await Promise.all(OTHER_PLUGINS.map((folder) => buildPluginJar(folder, builtJar())));
  return await startProxy({ config, additionalJars, env: ENVIRONMENT });
}

/** Returns the part of config.toml about Redis. */
export function redisSettings(keyPrefix: string, url = testRedisUrl()): string {
  return `[redis]\nurl = "${url}"\nkey-prefix = "${keyPrefix}"\n`;
}
