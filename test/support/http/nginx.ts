import { freePort } from '../../../tools/processes/free-port.mjs';
import { startProgram } from '../../../tools/processes/program.mjs';
import { makeTemporaryDirectory } from '../processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../processes/temporary-directory.ts';

/** A real nginx as a reverse proxy. */
export interface Nginx {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Stops nginx. Resolves to its exit code. */
  stop(): Promise<number | null>;
}

/** Returns the path of nginx. @throws if there is none */
export function nginxProgram(): string {
  const program = process.env['FC_NGINX'];
  if (program === undefined)
    throw new Error('FC_NGINX is not set: there is no nginx, which npm test would install');
  return program;
}

/** Redirects the temporary paths of nginx, whose defaults may not be writable. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * Writes a configuration file for a single process that only writes to the directory.
 * @param http contents of its `http` block
 * @returns the arguments of nginx
 */
export function nginxArguments(http: string, directory: TemporaryDirectory): string[] {
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

/**
 * Starts a real nginx with a single process, without TLS.
 * @param http contents of its `http` block; ports and the cache folder are replaced
 * @param upstream the origin that replaces `http://127.0.0.1:8080`
 * @param backup the origin that replaces `http://127.0.0.1:8082`; by default, nothing listens there
 */
export async function startNginx(http: string, upstream: string, backup?: string): Promise<Nginx> {
  const program = nginxProgram();
  const directory = makeTemporaryDirectory();
  const port = await freePort();
  const replaced = http
    .replaceAll(/^ssl_.*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replaceAll('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('server_name api.example.org;', 'server_name 127.0.0.1;')
    .replace('server_name admin.example.org;', 'server_name localhost;')
    .replace('/var/cache/nginx/feature-control', `${directory.path}/cache`)
    .replaceAll('127.0.0.1:8080', new URL(upstream).host)
    .replaceAll('127.0.0.1:8082', new URL(backup ?? `http://127.0.0.1:${await freePort()}`).host);
  const args = nginxArguments(replaced, directory);
  const origin = `http://127.0.0.1:${port}`;
  const isReady = async (): Promise<boolean> => {
    const response = await fetch(origin).catch(() => undefined);
    return response !== undefined;
  };
  const nginx = startProgram({
    name: 'nginx',
    command: program,
    args,
    directory: directory.path,
    isReady,
  });
  await nginx.ready;
  return {
    origin,
    async stop() {
      await nginx.stop();
      directory.remove();
      return nginx.child.exitCode;
    },
  };
}
