import { rm } from 'node:fs/promises';
import { startProxy } from '../../../jar/start-proxy.ts';
import { createPluginsDirectory, writeConfig } from '../../../velocity-stand-in/plugins-directory.ts';
import type { StandIn } from '../../../velocity-stand-in/stand-in.ts';
import { KEY_PREFIX } from '../store.ts';
import type { Store } from '../store.ts';

/** A proxy's `plugins` folder with settings that limit checks to one per window. */
export interface LimitedProxies {
  /** Starts a proxy on the folder, and waits until the plugin can answer. */
  start(env?: Readonly<Record<string, string>>): Promise<StandIn>;
  /** Removes the folder. Its proxies must be stopped before. */
  remove(): Promise<void>;
}

/** @param windowMs time until a player can get the next permit */
export async function createLimitedProxies({ faults }: Store, windowMs: number): Promise<LimitedProxies> {
  const pluginsDirectory = await createPluginsDirectory();
  await writeConfig(pluginsDirectory, `[limits.check-features]\nmax-requests = 1\nwindow-ms = ${windowMs}\n`);
  return {
    start: (env = {}) => startProxy({ redisUrl: faults.url, keyPrefix: KEY_PREFIX, pluginsDirectory, env }),
    remove: () => rm(pluginsDirectory, { recursive: true, force: true }),
  };
}
