import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, linkSync, readdirSync, readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import { connect } from 'node:http2';
import type { IncomingHttpHeaders } from 'node:http2';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { parse } from 'yaml';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { freePort } from '../../tools/processes/free-port.mjs';
import { findOnPath } from '../../tools/set-up/find-on-path.mjs';
import { eventually } from '../support/eventually.ts';
import { startBuiltAdminServer } from '../support/http/built-servers.ts';
import { startNginx } from '../support/http/nginx.ts';
import { useTemporaryDirectory } from '../support/processes/use-temporary-directory.ts';
import { usersFile } from '../support/redis/acl-lines.ts';
import { startRedis } from '../support/redis/redis-server.ts';
import { makeCertificates, type Certificates } from '../support/redis/redis-tls.ts';
import { storeToken } from '../support/redis/store-token.ts';
import { fences } from '../support/repository/markdown.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';
import { useStarted } from '../support/use-started.ts';

const FOLDER = join(REPOSITORY, 'deploy');
const directory = useTemporaryDirectory();

/** Runs a program. @returns what it prints if it fails */
function problemsOf(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

describe('the container image', () => {
  const dockerfile = readRepositoryFile('deploy/Dockerfile');
  const image = join(directory.path, 'image');
  const jsonAfter = (instruction: string): string[] =>
    JSON.parse(new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? '') as string[];

  it('has a Dockerfile without a finding of hadolint', () => {
    const hadolint = join(dirname(process.env['FC_SCHEMATHESIS'] ?? ''), 'hadolint');
    expect(problemsOf(hadolint, join(FOLDER, 'Dockerfile'))).toBe('');
  });

  it('contains programs that are built from the files of its context', () => {
    const context = join(directory.path, 'build');
    const entries = readRepositoryFile('deploy/Dockerfile.dockerignore').matchAll(/^!(.*)$/gm);
    for (const [, entry = ''] of entries)
      cpSync(join(REPOSITORY, entry), join(context, entry), {
        recursive: true,
        filter: (path) => !/\/(?:build|node_modules)$/.test(path),
      });
    // As in a clone with the umask 077.
    execFileSync('chmod', ['-R', 'go=', context]);
    // In place of `npm ci`, which has installed these.
    symlinkSync(join(REPOSITORY, 'node_modules'), join(context, 'node_modules'));
    const [, build = ''] = /^RUN (node .*)$/m.exec(dockerfile) ?? [];
    execFileSync('sh', ['-c', build], { cwd: context, stdio: 'pipe' });
    const [, folders = ''] = /^COPY --from=build (.*) \/app\/$/m.exec(dockerfile) ?? [];
    for (const folder of folders.split(' '))
      cpSync(join(context, folder.replace('/build/', '')), image, { recursive: true });
    expect(readdirSync(image).sort()).toEqual([
      'cli.cdx.json',
      'cli.cjs',
      'cli.cjs.map',
      'cli.licenses.txt',
      'console',
      'docs',
      'sidecar.cdx.json',
      'sidecar.cjs',
      'sidecar.cjs.map',
      'sidecar.licenses.txt',
    ]);
  });

  it.each([
    { program: 'the sidecar', args: jsonAfter('CMD'), portName: 'PORT', path: '/v1/health' },
    {
      program: "the admin's server",
      args: ['cli.cjs', 'serve'],
      portName: 'ADMIN_PORT',
      path: '/console',
    },
  ])('runs $program as an unprivileged user, healthy until SIGTERM', async ({ args, portName, path }) => {
    const port = String(await freePort());
    const [PORT, ADMIN_PORT] = [String(await freePort()), String(await freePort())];
    const env = { PORT, ADMIN_PORT, [portName]: port, REDIS_URL: 'redis://127.0.0.1:1' };
    const [, ...check] = jsonAfter(String.raw`HEALTHCHECK [^\n]*\\\n *CMD`);
    const isHealthy = (): boolean => spawnSync(process.execPath, check, { env }).status === 0;
    expect(isHealthy()).toBe(false);
    chmodSync(directory.path, 0o755);
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const server = spawn(process.execPath, args, { ...user, cwd: image, env, stdio: 'ignore' });
    const ended = once(server, 'exit');
    await eventually(async () => (await fetch(`http://127.0.0.1:${port}${path}`)).ok, { withinMs: 50_000 });
    expect(isHealthy()).toBe(true);
    server.kill('SIGTERM');
    expect(await ended).toStrictEqual([0, null]);
  });
});

interface Service {
  readonly user?: string;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
}

const { services } = parse(readRepositoryFile('deploy/compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<'redis' | 'prometheus' | 'grafana', Service>>;
};
const itAsRoot = process.getuid?.() === 0 ? it : it.skip;

describe('compose.yaml', () => {
  it('is valid by the schema of Compose, and gets its passwords from the commands of the page', () => {
    const [, names = ''] = /for user in (.*GRAFANA); do/.exec(readRepositoryFile('docs/run-it.md')) ?? [];
    const files = ['deploy/compose.yaml', 'deploy/redis/users.acl'].map(readRepositoryFile).join('');
    const used = files.matchAll(/\$\{(\w+)_PASSWORD/g);
    expect(new Set(Array.from(used, ([, name]) => name))).toStrictEqual(new Set(names.split(' ')));
    const dclint = join(REPOSITORY, 'test', 'web-tools', 'node_modules', 'dclint', 'bin', 'dclint.cjs');
    expect(problemsOf(process.execPath, dclint, '--quiet', join(FOLDER, 'compose.yaml'))).toBe('');
  });

  it('has a Redis with only our users, which keeps its data', async () => {
    const file = directory.write('users.acl', usersFile());
    const [, ...settings] = (services.redis.command ?? []).map((word) =>
      word === '/etc/redis/users.acl' ? file : word,
    );
    expect(settings).toContain('--appendonly');
    const redis = await startRedis({ settings });
    const root = new Redis(redis.url, { username: 'root', password: 'REDIS_ROOT_PASSWORD' });
    const list = (await root.call('ACL', 'LIST')) as string[];
    expect(list.filter((user) => user.includes(' on '))).toHaveLength(4);
    expect(list.join('\n')).toContain('user default off');
    root.disconnect();
    await redis.stop();
  });
});

itAsRoot.each(['022', '077'])(
  'with the umask %s, each file of Compose is readable for the container that needs it, and secrets for no other',
  (umask) => {
    const [, section = ''] = readRepositoryFile('docs/run-it.md').split('\n## With Compose\n');
    const [commands = ''] = fences(section).map(({ text }) => text);
    // In place of Docker, which is asked for tokens.
    directory.writeProgram('bin/docker', 'echo fct_token');
    const clone = join(directory.path, `clone-${umask}`);
    execFileSync('bash', [
      '-ec',
      `umask ${umask}; cp --recursive --no-preserve=mode '${FOLDER}' '${clone}'
       PATH=${directory.path}/bin:$PATH; cd '${clone}'; ${commands}`,
    ]);
    // Docker mounts a file, however its folder is protected: here it is linked into an open one.
    chmodSync(directory.path, 0o755);
    chmodSync(clone, 0o755);
    const isReadable = (file: string, user: string): boolean => {
      linkSync(join(clone, file), join(clone, 'mounted'));
      const [uid = '', gid = ''] = user.split(':');
      const args = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', 'cat', join(clone, 'mounted')];
      const { status } = spawnSync('setpriv', args);
      unlinkSync(join(clone, 'mounted'));
      return status === 0;
    };
    const users = Object.values(services).map(({ user = '1000:1000' }) => user);
    const readers = (file: string): string[] => users.filter((user) => isReadable(file, user));
    const mounted = Object.values(services).flatMap(({ user = '', volumes = [] }) =>
      volumes
        .filter((volume) => volume.startsWith('./'))
        .map((volume) => ({ user, file: volume.split(':')[0] ?? '' })),
    );
    expect(mounted).toHaveLength(5);
    for (const { user, file } of mounted)
      expect({ file, readers: readers(file) }).toStrictEqual({
        file,
        readers: file.startsWith('./secrets') ? [user] : users,
      });
    expect(readers('.env')).toStrictEqual([]);
    expect(readFileSync(join(clone, 'secrets/metrics.token'), 'utf8')).toBe('fct_token\n');
  },
);

const itWithSystemd = findOnPath('systemd-analyze') === undefined ? it.skip : it;

itWithSystemd.each(['rest', 'admin'])(
  'systemd accepts the unit feature-control-%s, and its sandbox',
  (name) => {
    const unit = `feature-control-${name}.service`;
    const text = readRepositoryFile(`deploy/systemd/${unit}`).replace('/usr/bin/node', process.execPath);
    const file = directory.write(unit, text);
    expect(problemsOf('systemd-analyze', 'verify', '--man=no', file)).toBe('');
    // In tenths.
    const security = ['security', '--offline=yes', '--threshold=25', '--no-pager', file];
    expect(problemsOf('systemd-analyze', ...security)).toBe('');
  },
);

describe('nginx.conf', () => {
  const admin = useStarted(startBuiltAdminServer);
  let Authorization: string;

  beforeAll(async () => {
    const redis = new Redis(admin.redisUrl);
    Authorization = `Bearer ${await storeToken(redis, new RedisKeys(admin.keyPrefix), 'metrics:read')}`;
    redis.disconnect();
    await eventually(async () => (await fetch(`${admin.origin}/ready`)).ok);
  });

  /** Starts nginx in front of the admin's server. @returns it, and its origin for browsers */
  const start = async (...options: readonly [{ readonly certificates: Certificates }?]) => {
    const { host } = new URL(admin.origin);
    const configuration = readRepositoryFile('deploy/nginx.conf').replaceAll('127.0.0.1:8081', host);
    const nginx = await startNginx(configuration, admin.origin, ...options);
    return { nginx, origin: nginx.origin.replace('127.0.0.1', 'localhost') };
  };

  it("leads to the console, and sends the admin's events as they occur", async () => {
    const { nginx, origin } = await start();
    const page = await fetch(origin);
    expect([page.status, page.url]).toStrictEqual([200, `${origin}/console`]);
    const events = await fetch(`${origin}/v1/console/events`, { headers: { Authorization } });
    const reader = events.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
    await nginx.stop();
  });

  it('serves more streams to a browser than it has connections', async () => {
    const certificates = await makeCertificates();
    const { nginx, origin } = await start({ certificates });
    const connection = connect(origin, { ca: certificates.ca });
    const statusOf = async (path: string, tab: number): Promise<unknown> => {
      const stream = connection.request({ ':path': path, Authorization, 'Console-Tab': `tab-${tab}` });
      const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
      return headers[':status'];
    };
    for (let tab = 0; tab < 10; tab++) expect(await statusOf('/v1/console/events', tab)).toBe(200);
    expect(await statusOf('/v1/session', 0)).toBe(200);
    connection.destroy();
    await nginx.stop();
  });
});
