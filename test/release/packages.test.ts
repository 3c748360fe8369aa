import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { startProgram } from '../../tools/processes/program.mjs';
import { documentedMod, LIBRARY_VERSION } from '../mod-sdk/sdk-build.ts';
import { eventually } from '../support/eventually.ts';
import { unpackJar } from '../support/jar/unpack-jar.ts';
import { hasThrowawayMachines, startThrowawayMachine } from '../support/machine/throwaway-machine.ts';
import type { ThrowawayMachine } from '../support/machine/throwaway-machine.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { fences, linkTargets } from '../support/repository/markdown.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import { HANGAR_SCHEMA, MODRINTH_SCHEMA } from './store-schemas.ts';

const RELEASE = join(REPOSITORY, 'release');
const MINECRAFT_VERSIONS =
  'tools/mod/node_modules/minecraft-data/minecraft-data/data/pc/common/protocolVersions.json';
/** A build, and Gradle, beside other suites. */
const PATIENCE_MS = 240_000;
/** The maximum size of a file on Hangar, in bytes. */
const HANGAR_BYTES = 15_000_000;

const directory = makeTemporaryDirectory();
const installation = join(directory.path, 'installation');
const file = (name: string, ending: string): string => join(RELEASE, `${name}-${LIBRARY_VERSION}${ending}`);

beforeAll(() => {
  const release = ['tools/assemble/release.mjs', '--allow-dirty'];
  execFileSync(process.execPath, release, { cwd: REPOSITORY, stdio: ['ignore', 'ignore', 'inherit'] });
}, PATIENCE_MS);

afterAll(() => {
  directory.remove();
});

describe('the files of a release', () => {
  it('have checksums, and are all that the folder contains', () => {
    const sha256 = (name: string): string =>
      createHash('sha256')
        .update(readFileSync(join(RELEASE, name)))
        .digest('hex');
    const files = readdirSync(RELEASE).filter((name) => name !== 'SHA256SUMS');
    const lines = files.map((name) => `${sha256(name)}  ${name}\n`);
    expect(readFileSync(join(RELEASE, 'SHA256SUMS'), 'utf8')).toBe(lines.join(''));
  });

  it('include the tested jars, of which Hangar accepts the slim one', () => {
    const [full, slim] = [file('feature-control', '.jar'), file('feature-control', '-slim.jar')];
    expect(readFileSync(full).equals(readFileSync(builtJar()))).toBe(true);
    expect(readFileSync(slim).equals(readFileSync(builtJar('slim')))).toBe(true);
    expect(statSync(slim).size).toBeLessThan(HANGAR_BYTES);
  });

  it('include a bill of materials and the licences of each program', () => {
    for (const program of ['plugin', 'sidecar', 'admin'])
      expect(readFileSync(file(`feature-control-${program}`, '.licenses.txt'), 'utf8')).toContain('MIT');
    const sidecar = readFileSync(file('feature-control-sidecar', '.cdx.json'), 'utf8');
    expect(
      ['express', 'swagger-ui-dist', 'commander'].map((name) => sidecar.includes(`npm/${name}@`)),
    ).toEqual([true, true, false]);
  });
});

describe('the metadata for the stores', () => {
  const readJson = (name: string): object => JSON.parse(readFileSync(join(RELEASE, name), 'utf8')) as object;
  const problemsOf = (schema: object, value: object) => {
    const validate = new Ajv({ allErrors: true }).compile(schema);
    return validate(value) ? [] : validate.errors;
  };

  it('is valid for Modrinth, with versions of Minecraft that exist and files of the release', () => {
    // The upload adds the project, which has no id yet.
    const data = { ...readJson('modrinth.json'), project_id: 'AABBCCDD' } as unknown as {
      readonly game_versions: readonly string[];
      readonly file_parts: readonly string[];
      readonly primary_file: string;
    };
    expect(problemsOf(MODRINTH_SCHEMA, data)).toEqual([]);
    const known = JSON.parse(readRepositoryFile(MINECRAFT_VERSIONS)) as { minecraftVersion: string }[];
    const names = new Set(known.map(({ minecraftVersion }) => minecraftVersion));
    expect(data.game_versions.filter((version) => !names.has(version))).toEqual([]);
    expect(readdirSync(RELEASE)).toEqual(expect.arrayContaining([...data.file_parts]));
    expect(data.file_parts).toContain(data.primary_file);
  });

  it('is valid for Hangar', () => {
    expect(problemsOf(HANGAR_SCHEMA, readJson('hangar.json'))).toEqual([]);
  });
});

describe('in an empty project with the npm packages', () => {
  const env = { ...process.env, REDIS_URL: testRedisUrl(), KEY_PREFIX: uniquePrefix(), NO_COLOR: '1' };
  const program = join(installation, 'node_modules/.bin/feature-control');
  const runWith = (further: Readonly<Record<string, string>>, ...args: string[]) => {
    const options = { cwd: installation, env: { ...env, ...further }, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(program, args, options);
    return { status, stdout, stderr };
  };
  const run = (...args: string[]) => runWith({}, ...args);

  beforeAll(() => {
    mkdirSync(installation);
    const packages = [file('feature-control', '.tgz'), file('feature-control-client', '.tgz')];
    const options = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...options, ...packages], { cwd: installation, stdio: 'ignore' });
  });

  it('the command line blocks a feature', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('feature-control') });
    const blocked = { status: 0, stdout: 'Blocked fly for every client.\n', stderr: '' };
    expect(run('block', 'fly')).toEqual(blocked);
    expect(run('list')).toEqual({ status: 0, stdout: 'feature  until\nfly\n', stderr: '' });
    expect(run('publish', '--file', 'nothing.yaml').status).toBe(2);
  });

  it('the command line has a README of its own, and every file that its pages and messages name', () => {
    const folder = join(installation, 'node_modules/feature-control');
    const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
    const pages = (readdirSync(folder, { recursive: true }) as string[]).filter((path) =>
      path.endsWith('.md'),
    );
    const linked = pages.flatMap((page) =>
      linkTargets(read(page))
        .filter((target) => !/^(?:[a-z]+:|#)/.test(target))
        .map((target) => join(dirname(page), target.replace(/#.*/, ''))),
    );
    const programs = ['admin/build/cli.cjs', 'tools/check/conformance/arguments.mjs', 'docs/command-line.md'];
    const named = programs.flatMap((path) => read(path).match(/\bdocs\/[\w/.-]+\.(?:md|yaml)\b/g) ?? []);
    expect(linked.length).toBeGreaterThan(100);
    expect([...linked, ...named].filter((path) => !existsSync(join(folder, path)))).toStrictEqual([]);
    expect(read('README.md')).toContain('npm install --global ./feature-control-');
  });

  it("the admin's server serves the console", async () => {
    const link = /http:\S+\?key=\S+/;
    const server = startProgram({
      command: program,
      args: ['serve', '--port', '0', '--link'],
      env,
      isReadyLine: (line: string) => link.exec(line)?.[0],
    });
    const page = await fetch(new URL('/console', (await server.ready) as string));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('console/main.')]);
    await server.stop();
    expect(await server.ended).toBeUndefined();
  });

  it('the conformance check downloads its library once', () => {
    const cache = `${directory.path}/cache`;
    const packageFile = join(REPOSITORY, 'tools/mod/package.json');
    const [, version = ''] = /"(minecraft-protocol": "[^"]+)"/.exec(readFileSync(packageFile, 'utf8')) ?? [];
    const fetched = `${cache}/feature-control/${version.replace('": "', '-')}`;
    mkdirSync(fetched, { recursive: true });
    symlinkSync(join(REPOSITORY, 'tools/mod/node_modules'), `${fetched}/node_modules`);
    const conformance = (...args: string[]) => runWith({ XDG_CACHE_HOME: cache }, 'conformance', ...args);
    expect(conformance('mod', '--port', '0', '--timeout', '1')).toEqual({
      status: 3,
      stdout: '',
      stderr: expect.stringMatching(/^listening on .*\nconformance: no player joined within 1 s\n$/),
    });
    expect(conformance('server', '--address', '127.0.0.1:1')).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('ECONNREFUSED'),
    });
    expect(conformance('server', '--address', '127.0.0.1', '--version', '0.1')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--version is one of '),
    });
  });

  it('the typed client reads from an unpacked sidecar', async () => {
    const folder = join(directory.path, 'sidecar');
    mkdirSync(folder);
    const archive = file('feature-control-sidecar', '.tgz');
    execFileSync('tar', ['-xf', archive, '--strip-components=1', '-C', folder]);
    const sidecar = startProgram({
      command: process.execPath,
      args: [join(folder, 'sidecar.cjs')],
      env: { ...env, PORT: '0' },
      isReadyLine: (line: string) => /listens on (http:\S+)/.exec(line)?.[1],
    });
    const origin = (await sidecar.ready) as string;
    expect(await (await fetch(`${origin}/docs`)).text()).toContain('swagger-ui');
    const script = `import { createClient } from 'feature-control-client';
      console.log(JSON.stringify(await createClient(process.argv[2]).getServers()));`;
    directory.write('installation/read.mjs', script);
    const read = () =>
      execFileSync(process.execPath, ['read.mjs', origin], { cwd: installation, encoding: 'utf8' });
    await eventually(() => read().includes('"ok":true,"data":{}'), { what: 'an answer' });
    await sidecar.stop();
    expect(await sidecar.ended).toBeUndefined();
  });
});

it(
  'an empty project of Gradle compiles a mod and a plugin against the Maven repository',
  async () => {
    const project = join(directory.path, 'project');
    const repository = join(project, 'repository');
    mkdirSync(repository, { recursive: true });
    await unpackJar(file('feature-control-maven', '.zip'), 'io', repository);
    directory.write('project/settings.gradle', '');
    const group = 'io.github.featurecontrol';
    directory.write(
      'project/build.gradle',
      `apply plugin: 'java'
       repositories { maven { url = uri('repository') } }
       dependencies {
           implementation '${group}:feature-control-mod:${LIBRARY_VERSION}'
           compileOnly '${group}:feature-control-api:${LIBRARY_VERSION}'
       }`,
    );
    directory.write('project/src/main/java/MyMod.java', documentedMod(readRepositoryFile('docs/mods.md')));
    directory.write(
      'project/src/main/java/MyPlugin.java',
      `class MyPlugin { boolean isBlocked(${group}.api.FeatureControlApi api) { return api.isBlocked("my-mod", "fly"); } }`,
    );
    const args = ['--no-daemon', '--offline', '--quiet', 'classes'];
    execFileSync(process.env['FC_GRADLE'] ?? 'gradle', args, { cwd: project, stdio: 'pipe' });
    expect(readdirSync(join(project, 'build/classes/java/main')).sort()).toEqual([
      'MyMod.class',
      'MyPlugin.class',
    ]);
  },
  PATIENCE_MS,
);

const describeWithMachines = hasThrowawayMachines ? describe : describe.skip;

describeWithMachines('the commands of docs/run-it.md, on a machine of their own,', () => {
  let machine: ThrowawayMachine;

  /** Returns the commands of a section of the page. */
  const commandsOf = (title: string): string[] => {
    const [, following = ''] = readRepositoryFile('docs/run-it.md').split(`\n## ${title}\n`);
    const [section = ''] = following.split('\n## ');
    return fences(section)
      .filter(({ language }) => language === 'sh')
      .map(({ text }) => text);
  };
  const runSection = async (title: string): Promise<void> => {
    for (const commands of commandsOf(title)) await machine.run(commands);
  };
  const prints = async (command: string, pattern: RegExp): Promise<void> => {
    const what = `${command} to print ${pattern}`;
    await eventually(async () => pattern.test(await machine.run(`${command} || true`)), {
      withinMs: 100_000,
      everyMs: 500,
      what,
    });
  };
  const checkInGame = `node ${REPOSITORY}/tools/check/check.mjs --client my-mod --features fly,zoom`;

  beforeAll(async () => {
    machine = await startThrowawayMachine();
    await machine.run(`
      export JAVA_HOME='${process.env['JAVA_HOME'] ?? ''}' NO_COLOR=1
      export CURL_CA_BUNDLE=/etc/ssl/feature-control/fullchain.pem
      [ -x /usr/bin/node ] || cp '${process.execPath}' /usr/bin/node
      echo 127.0.0.1 api.example.org admin.example.org >> /etc/hosts
      cd '${RELEASE}'`);
  }, PATIENCE_MS);

  afterAll(async () => {
    await machine.stop();
  });

  it(
    'install Redis, the plugin, the sidecar and the admin server',
    async () => {
      const [redis = ''] = commandsOf('Redis, with a user for each program');
      const packages = redis.match(/^apt-get .*$/gm) ?? [];
      machine.runWithInternet(packages.join(' && '));
      await machine.run(redis.replaceAll(/^apt-get .*$/gm, ''));
      await runSection('The plugin');
      const proxy = `${REPOSITORY}/tools/development-proxy/main.mjs`;
      await machine.run(`systemd-run --unit velocity --setenv JAVA_HOME node ${proxy} \
        --jar /opt/velocity/plugins/*.jar --data /opt/velocity/plugins`);
      await prints('journalctl --unit velocity', /Connected to Redis at 127\.0\.0\.1:6379/);
      await runSection('The sidecar and the admin’s server');
      await prints('curl --silent http://127.0.0.1:8080/v1/health', /^\{"status":"ok"\}$/);
      await prints(checkInGame, /^blocked: fly$/m);
    },
    PATIENCE_MS,
  );

  it(
    'put nginx in front of them, and monitor them',
    async () => {
      await runSection('nginx');
      await prints('curl --silent --fail https://admin.example.org/console', /<html/);
      await runSection('Monitoring');
      for (const program of ['proxy', 'sidecar', 'admin'])
        await prints(
          `curl --silent 'http://127.0.0.1:9090/api/v1/query?query=feature_control_build_info'`,
          new RegExp(`"program":"${program}"`),
        );
    },
    PATIENCE_MS,
  );

  it(
    'back everything up, restore it, and upgrade the programs',
    async () => {
      const [backUp = '', restore = ''] = commandsOf('Back up and restore');
      await machine.run(backUp);
      await machine.run('redis-cli --user root FLUSHALL');
      await machine.run(restore);
      await prints(
        'redis-cli --user root INFO persistence',
        /aof_rewrite_in_progress:0\r\naof_rewrite_scheduled:0/,
      );
      await prints('redis-cli --user root SMEMBERS fc:blocklist:global', /^fly$/m);
      await prints(checkInGame, /^blocked: fly$/m);
      await runSection('Upgrade');
      await prints('curl --silent http://127.0.0.1:8080/v1/health', /^\{"status":"ok"\}$/);
    },
    PATIENCE_MS,
  );
});
