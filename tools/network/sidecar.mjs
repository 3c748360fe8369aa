const START_TIMEOUT_MS = 30_000;
const GRACE_MS = 10_000;
const ASK_TIMEOUT_MS = 1000;

/**
 * Starts the REST sidecar, and waits until it answers.
 * @param {(spec: object) => Promise<void>} start as `supervise` gives it
 * @param {{ program: string, host: string, port: number, env: NodeJS.ProcessEnv }} how
 * @returns {Promise<{ url: string }>} for a client on this machine
 */
export async function startSidecar(start, { program, host, port, env }) {
  const url = `http://${reachable(host)}:${port}`;
  await start({
    name: 'sidecar',
    title: url,
    command: process.execPath,
    args: ['--enable-source-maps', program],
    env: { ...env, HOST: host, PORT: String(port) },
    isReady: () => answers(`${url}/v1/health`),
    timeoutMs: START_TIMEOUT_MS,
    graceMs: GRACE_MS,
  });
  return { url };
}

async function answers(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** A server on every address is asked on one of them; an IPv6 address has brackets in a URL. */
function reachable(host) {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
