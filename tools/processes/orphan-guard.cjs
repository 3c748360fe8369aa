const { spawn } = require('node:child_process');

/** Waits for the end of its input, that is of the process that started it, then kills and removes. */
const SCRIPT = 'cat >/dev/null; kill -KILL "$1" 2>/dev/null; [ -z "$2" ] || rm -rf "$2"';

/**
 * Sees to it that a child does not outlive this process, even when this process is killed.
 * @param {number} target a process, or a process group when negative
 * @param {string} [directory] removed together with it
 * @returns {() => void} call it once the child has ended
 */
function guardAgainstOrphan(target, directory = '') {
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

module.exports = { guardAgainstOrphan };
