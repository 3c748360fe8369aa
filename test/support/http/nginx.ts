import { startProgram } from '../../../tools/processes/program.mjs';
import { freePort } from '../../../tools/processes/free-port.mjs';
import { makeTemporaryDirectory } from '../processes/temporary-directory.ts';

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
 * Starts a real nginx with a single process.
 * @param http contents of its `http` block; `listen 80`, the cache folder and `127.0.0.1:8080` are replaced
 * @param upstream the origin that replaces `http://127.0.0.1:8080`
 */
export async function startNginx(http: string, upstream: string): Promise<Nginx> {
  const program = process.env['FC_NGINX'];
  if (program === undefined)
    throw new Error('FC_NGINX is not set: there is no nginx, which npm test would install');
  const directory = makeTemporaryDirectory();
  const port = await freePort();
  const replaced = http
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/var/cache/nginx/feature-control', `${directory.path}/cache`)
    .replaceAll('127.0.0.1:8080', new URL(upstream).host);
  const folders = TEMPORARY.map((name) => `${name}_temp_path ${directory.path}/${name};`).join('\n');
  const configuration = `daemon off; master_process off; pid ${directory.path}/nginx.pid; error_log stderr warn;
events {}
http {
access_log off;
${folders}
${replaced}
}`;
  const file = directory.write('nginx.conf', configuration);
  const origin = `http://127.0.0.1:${port}`;
  const isReady = async (): Promise<boolean> => {
    const response = await fetch(origin).catch(() => undefined);
    return response !== undefined;
  };
  const nginx = startProgram({
    name: 'nginx',
    command: program,
    args: ['-p', directory.path, '-c', file, '-e', 'stderr'],
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
