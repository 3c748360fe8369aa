const START_TIMEOUT_MS = 30_000;
const GRACE_MS = 10_000;
const RESPONSE_TIMEOUT_MS = 1000;

/**
 * Starts the REST sidecar, and waits until it responds.
 * @param {(spec: object) => Promise<void>} start from `supervise`
 * @param {{ program: string, host: string, port: number, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ url: string }>} its URL for a client on this machine
 */
export async function startSidecar(start, { program, host, port, env }) {
  const url = `http://${urlHost(host)}:${port}`;
  await start({
    name: 'sidecar',
    title: url,
    command: process.execPath,
    args: ['--enable-source-maps', program],
    env: { ...env, HOST: host, PORT: String(port) },
    isReady: () => responds(`${url}/v1/health`),
    timeoutMs: START_TIMEOUT_MS,
    graceMs: GRACE_MS,
  });
  return { url };
}

/**
 * Starts the admin's server, and waits until it listens.
 * @param {(spec: object) => Promise<void>} start from `supervise`
 * @param {{ program: string, port: number, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<string>} the link that signs one tab in to the console, once
 */
export async function startAdminServer(start, { program, port, env }) {
  let link;
  await start({
    name: 'admin',
    title: `http://127.0.0.1:${port}`,
    command: process.execPath,
    args: ['--enable-source-maps', program, 'serve', '--link'],
    env: { ...env, ADMIN_PORT: String(port) },
    isReadyLine: (line) => (link ??= /http:\S+#key=\S+/.exec(line)?.[0]),
    timeoutMs: START_TIMEOUT_MS,
    graceMs: GRACE_MS,
  });
  return link;
}

async function responds(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * Returns the host to put into a URL: loopback for a server that listens on every address, and brackets
 * around an IPv6 address.
 */
function urlHost(host) {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
