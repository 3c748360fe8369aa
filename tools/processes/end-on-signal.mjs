const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const GRACE_MS = 5000;
const ENDED_BY_SIGNAL = 130;

/**
 * Waits for the end of a process group. SIGINT (Ctrl-C), SIGTERM and SIGHUP end the whole group.
 * @param {ReturnType<typeof import('./child-group.mjs').startGroup>} group
 * @returns {Promise<string | undefined>} the problem, or undefined after exit code 0
 */
export async function endOnSignal(group) {
  const end = () => {
    process.exitCode = ENDED_BY_SIGNAL;
    void group.end(GRACE_MS);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    return await group.ended;
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}
