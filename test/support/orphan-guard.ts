import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/** Waits for the end of its input, that is of the process that started it, then kills and removes. */
const SCRIPT = 'cat >/dev/null; kill -KILL "$1" 2>/dev/null; rm -rf "$2"';

/**
 * Sees to it that a child does not outlive this process, even when this process is killed.
 * @param pid the child
 * @param directory removed together with it
 * @returns call it once the child has ended
 */
export function guardAgainstOrphan(pid: number, directory: string): () => void {
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(pid), directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  // Node types every pipe as a stream; this one is a socket, and must not keep this process alive.
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return () => {
    guard.kill('SIGKILL');
  };
}
