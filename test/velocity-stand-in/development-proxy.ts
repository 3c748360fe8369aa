import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { REPOSITORY } from '../support/repository/repository.ts';
import { createPluginsDirectory, writeConfig } from './plugins-directory.ts';
import { StandInLog } from './stand-in-log.ts';

const CHECK = join(REPOSITORY, 'tools', 'check', 'check.mjs');
const PROGRAM = join(REPOSITORY, 'tools', 'development-proxy', 'main.mjs');

export interface CheckRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The development proxy as `npm start` runs it, in a child process. Real clients can join it. */
export interface DevelopmentProxy {
  readonly port: number;
  untilPrinted(pattern: RegExp): Promise<string>;
  /** Runs `npm run check` against it, without access to Redis. */
  check(...options: string[]): Promise<CheckRun>;
  /** Sends SIGTERM, and waits for its end. */
  end(): Promise<void>;
}

interface PluginSettings {
  /** The text of feature-control's config.toml. */
  readonly config: string;
  /** Additional environment variables. */
  readonly env: Readonly<Record<string, string>>;
}

export async function startDevelopmentProxy(
  jar: string,
  settings: PluginSettings,
): Promise<DevelopmentProxy> {
  const data = await createPluginsDirectory();
  await writeConfig(data, settings.config);
  const child = spawn(process.execPath, [PROGRAM, '--port', '0', '--jar', jar, '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settings.env },
  });
  const exited = once(child, 'exit');
  const log = new StandInLog();
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      log.add(line);
    });
  }
  const ready = await log.until(/^listening on 127\.0\.0\.1:\d+$/);
  const port = Number(ready.split(':').at(-1));
  return {
    port,
    untilPrinted: (pattern) => log.until(pattern),
    check: (...checkOptions) => runCheck(['--port', String(port), ...checkOptions]),
    async end() {
      child.kill('SIGTERM');
      await exited;
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Runs `npm run check`. @param env additional environment variables */
export async function runCheck(
  options: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CheckRun> {
  try {
    const environment = { env: { ...process.env, ...env } };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [CHECK, ...options], environment);
    return { exitCode: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { exitCode: code, stdout, stderr };
  }
}
