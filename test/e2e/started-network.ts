import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '../../tools/processes/free-port.mjs';
import { eventually } from '../support/eventually.ts';
import { descendantsOf } from '../support/processes/descendants.ts';
import { runProgram, type ProgramResult } from '../support/processes/run-program.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { REPOSITORY } from '../support/repository/repository.ts';

const START_WITHIN_MS = 240_000;

/** The programs of `npm start`, started as a user would start them. */
export interface StartedNetwork {
  readonly npm: ChildProcess;
  /** The output so far. */
  readonly lines: readonly string[];
  /** The URL of the sidecar. */
  readonly url: string;
  /** The port that players use. */
  readonly proxyPort: number;
  /** Returns the ids of npm and of all processes that it has started so far. */
  pids(): number[];
  /** Runs one of the tools, as in a second terminal. */
  runTool(...args: string[]): Promise<ProgramResult>;
  /** Waits until npm has ended. @returns its exit code, or the signal that ended it */
  ended(): Promise<number | string | null>;
  /** Stops everything at the end of a test. */
  cleanUp(): void;
}

/** Starts everything on free ports with separate data, and waits until it is running. */
export async function startNetwork(settings: NodeJS.ProcessEnv): Promise<StartedNetwork> {
  const directory = makeTemporaryDirectory();
  const port = await freePort();
  const proxyPort = await freePort();
  const locations = {
    PORT: String(port),
    PROXY_PORT: String(proxyPort),
    FC_RUN_DIRECTORY: directory.path,
  };
  const env = { ...process.env, REDIS_URL: '', VELOCITY_JAR: '', NO_COLOR: '1', ...locations, ...settings };
  // A separate process group, because a terminal sends Ctrl-C to the whole group.
  const npm = spawn('npm', ['start'], {
    cwd: REPOSITORY,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const closed = once(npm, 'close');
  const lines: string[] = [];
  for (const stream of [npm.stdout, npm.stderr]) {
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  }
  await eventually(
    () => {
      if (npm.exitCode !== null) throw new Error(lines.join('\n'));
      return lines.includes('Ctrl-C stops everything.');
    },
    { withinMs: START_WITHIN_MS, what: 'npm start' },
  );
  return {
    npm,
    lines,
    url: `http://127.0.0.1:${port}`,
    proxyPort,
    pids: () => (npm.pid === undefined ? [] : [npm.pid, ...descendantsOf(npm.pid)]),
    runTool: async (...args) => await runProgram(args, env),
    async ended() {
      await closed;
      return npm.exitCode ?? npm.signalCode;
    },
    cleanUp() {
      if (npm.pid !== undefined && npm.exitCode === null && npm.signalCode === null)
        process.kill(-npm.pid, 'SIGKILL');
      directory.remove();
    },
  };
}
