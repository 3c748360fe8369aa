import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProxy } from '../../../jar/start-proxy.ts';
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
  const pluginsDirectory = await mkdtemp(join(tmpdir(), 'limited-proxy-'));
  await mkdir(join(pluginsDirectory, 'feature-control'));
  const config = `[limits.check-features]\nmax-requests = 1\nwindow-ms = ${windowMs}\n`;
  await writeFile(join(pluginsDirectory, 'feature-control', 'config.toml'), config);
  return {
    start: (env = {}) => startProxy({ redisUrl: faults.url, keyPrefix: KEY_PREFIX, pluginsDirectory, env }),
    remove: () => rm(pluginsDirectory, { recursive: true, force: true }),
  };
}
