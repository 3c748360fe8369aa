import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { guardAgainstOrphan } from '../../../tools/processes/orphan-guard.mjs';
import { eventually } from '../eventually.ts';
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
  const child = spawn(program, ['-p', directory.path, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = once(child, 'exit');
  const release = guardAgainstOrphan(child.pid ?? 0);
  void ended.then(release, release);
  const origin = `http://127.0.0.1:${port}`;
  const isUp = async (): Promise<boolean> => child.exitCode !== null || (await fetch(origin)).status > 0;
  await eventually(isUp, { what: 'nginx to listen', everyMs: 20 });
  if (child.exitCode !== null) throw new Error(`nginx ended:\n${errors}`);
  return {
    origin,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      directory.remove();
      return child.exitCode;
    },
  };
}
