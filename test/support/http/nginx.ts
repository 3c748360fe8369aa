import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from '../../../tools/processes/free-port.mjs';
import { startProgram } from '../../../tools/processes/program.mjs';
import { makeTemporaryDirectory } from '../processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../processes/temporary-directory.ts';
import { variable } from '../processes/variable.ts';

/** A real nginx as a reverse proxy. */
export interface Nginx {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Stops nginx. Resolves to its exit code. */
  stop(): Promise<number | null>;
}

/** Redirects the temporary paths of nginx, whose defaults may not be writable. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * Writes a configuration file for a single process that only writes to the directory.
 * @param http contents of its `http` block
 * @returns the arguments of nginx
 */
function nginxArguments(http: string, directory: TemporaryDirectory): string[] {
  const { path } = directory;
  const folders = TEMPORARY.map((name) => `${name}_temp_path ${path}/${name};`).join('\n');
  const configuration = `daemon off; master_process off; pid ${path}/nginx.pid; error_log stderr warn;
events {}
http {
access_log off;
${folders}
${http}
}`;
  return ['-p', path, '-c', directory.write('nginx.conf', configuration), '-e', 'stderr'];
}

interface NginxOptions {
  /** The origin that replaces `http://127.0.0.1:8082`; by default, nothing listens there. */
  readonly backup?: string;
  /** In PEM form. Without them, nginx serves without TLS. */
  readonly certificates?: Readonly<Record<'certificate' | 'key', string>>;
}

/**
 * Starts a real nginx with a single process.
 * @param http contents of its `http` block; ports and folders are replaced
 * @param upstream the origin that replaces `http://127.0.0.1:8080`
 */
export async function startNginx(
  http: string,
  upstream: string,
  { backup, certificates }: NginxOptions = {},
): Promise<Nginx> {
  const directory = makeTemporaryDirectory();
  const port = await freePort();
  if (certificates !== undefined) {
    directory.write('fullchain.pem', certificates.certificate);
    directory.write('privkey.pem', certificates.key);
  }
  const isPlain = certificates === undefined;
  const replaced = (isPlain ? http.replaceAll(/^ *ssl_.*$/gm, '') : http)
    .replaceAll('/etc/ssl/feature-control', directory.path)
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replaceAll(/listen 443 (ssl http2);/g, `listen 127.0.0.1:${port}${isPlain ? '' : ' $1'};`)
    .replace('server_name api.example.org;', 'server_name 127.0.0.1;')
    .replace('server_name admin.example.org;', 'server_name localhost;')
    .replace('/var/cache/nginx/feature-control', `${directory.path}/cache`)
    .replaceAll('127.0.0.1:8080', new URL(upstream).host)
    .replaceAll('127.0.0.1:8082', new URL(backup ?? `http://127.0.0.1:${await freePort()}`).host);
  const args = nginxArguments(replaced, directory);
  const origin = `http${isPlain ? '' : 's'}://127.0.0.1:${port}`;
  const isReady = async (): Promise<boolean> => {
    const socket = connect(port, '127.0.0.1');
    const isConnected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return isConnected;
  };
  const nginx = startProgram({
    name: 'nginx',
    command: variable('FC_NGINX'),
    args,
    directory: directory.path,
    isReady,
  });
  async function stop(): Promise<number | null> {
    await nginx.stop();
    directory.remove();
    return nginx.child.exitCode;
  }
  await nginx.ready.catch(async (cause: unknown) => {
    await stop();
    throw cause;
  });
  return { origin, stop };
}
