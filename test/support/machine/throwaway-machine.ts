import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from '../../../tools/processes/program.mjs';
import { eventually } from '../eventually.ts';
import { stopOnError } from '../processes/stop-on-error.ts';
import { makeTemporaryDirectory } from '../processes/temporary-directory.ts';
import { REPOSITORY } from '../repository/repository.ts';

/**
 * A copy of this machine with its own systemd, processes and loopback network. Its changes of files are in
 * memory, and lost at its end.
 */
export interface ThrowawayMachine {
  /**
   * Runs commands in its one shell, which is root's, has nothing of this process's environment, and ends at
   * the first failure.
   * @returns what they print
   * @throws {Error} with what was printed, if one fails
   */
  run(commands: string): Promise<string>;
  /** Runs a command beside the shell, in the network of this machine. @throws if it fails */
  runWithInternet(command: string): void;
  stop(): Promise<void>;
}

/** The path of a shell of root on Debian. */
const ROOT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const BOOT = join(REPOSITORY, 'test', 'support', 'machine', 'boot.sh');

/** Whether such a machine can be started here: on Linux with systemd and apt, as root. */
export const hasThrowawayMachines =
  process.platform === 'linux' &&
  spawnSync('unshare', ['--mount', '--net', 'sh', '-c', 'command -v systemctl apt-get ip']).status === 0;

export async function startThrowawayMachine(): Promise<ThrowawayMachine> {
  const directory = makeTemporaryDirectory();
  const namespaces = ['--mount', '--net', '--pid', '--uts', '--ipc', '--cgroup'];
  const boot = startProgram({
    command: 'unshare',
    args: [...namespaces, '--fork', '--kill-child', 'sh', BOOT, directory.path],
  });
  const stop = async (): Promise<void> => {
    await boot.kill();
    directory.remove();
  };
  /** Returns the arguments of `nsenter` for a command. */
  const inside = (...command: readonly string[]): string[] => {
    const [systemd = ''] = readFileSync(`/proc/${boot.pid}/task/${boot.pid}/children`, 'utf8').split(' ');
    return ['-t', systemd, '-m', '-p', '-u', '-i', '-C', '-r', '-w', ...command];
  };
  const hasBooted = (): boolean =>
    spawnSync('nsenter', inside('systemctl', 'is-active', 'throwaway.target')).status === 0;
  await stopOnError({ stop }, () => eventually(hasBooted, { withinMs: 60_000, what: 'systemd' }));
  const shell = startShell(inside('-n', 'env', '-i', 'HOME=/root', `PATH=${ROOT_PATH}`, 'bash'));
  return {
    run: async (commands) => await shell.run(commands),
    runWithInternet(command) {
      const result = spawnSync('nsenter', inside('sh', '-c', command), { encoding: 'utf8' });
      if (result.status !== 0) throw new Error(`${command}:\n${result.stdout}${result.stderr}`);
    },
    async stop() {
      shell.end();
      await stop();
    },
  };
}

/** Starts a shell that keeps its variables and functions from one group of commands to the next. */
function startShell(args: readonly string[]) {
  const bash = spawn('nsenter', args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [bash.stdout, bash.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  bash.stdin.write('set -e\n');
  let groups = 0;
  return {
    async run(commands: string): Promise<string> {
      groups += 1;
      const mark = `end of group ${groups}\n`;
      output = '';
      bash.stdin.write(`{ ${commands}\n} </dev/null; echo "${mark.trim()}"\n`);
      await eventually(() => output.endsWith(mark) || bash.exitCode !== null, {
        withinMs: 120_000,
        what: commands,
      });
      if (!output.endsWith(mark)) throw new Error(`${commands}\n${output}`);
      return output.slice(0, -mark.length);
    },
    end(): void {
      bash.kill('SIGKILL');
    },
  };
}
