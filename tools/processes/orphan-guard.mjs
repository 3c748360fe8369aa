import { spawn } from 'node:child_process';

/**
 * Waits for the end of its input, which closes when the parent process ends, then kills the target and
 * removes the directory.
 */
const SCRIPT = 'cat >/dev/null; kill -KILL "$1" 2>/dev/null; [ -z "$2" ] || rm -rf "$2"';

/**
 * Ensures that a child process does not outlive this process, even if this process is killed.
 * @param {number} target a process, or a process group if negative
 * @param {string} [directory] removed together with it
 * @returns {() => void} ends the guard; call it after the child has ended
 */
export function guardAgainstOrphan(target, directory = '') {
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(target), directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  guard.stdin.unref();
  return () => {
    guard.kill('SIGKILL');
  };
}
