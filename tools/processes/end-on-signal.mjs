const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const GRACE_MS = 5000;
const ENDED_BY_SIGNAL = 130;

/**
 * Waits for a group's end; Ctrl-C and the like end it with all that it started.
 * @param {ReturnType<typeof import('./child-group.mjs').startGroup>} group
 * @returns {Promise<string | undefined>} how it ended, and nothing when it ended well
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
