import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { readZipDirectory } from '../../tools/files/zip.mjs';
import { startProgram } from '../../tools/processes/program.mjs';
import { documentedProject, LIBRARY_VERSION } from '../mod-sdk/sdk-build.ts';
import { eventually } from '../support/eventually.ts';
import { runJavaTool } from '../support/jar/java-tool.ts';
import { unpackJar } from '../support/jar/unpack-jar.ts';
import { Reader } from '../support/machine/reader.ts';
import { hasThrowawayMachines } from '../support/machine/throwaway-machine.ts';
import type { ThrowawayMachine } from '../support/machine/throwaway-machine.ts';
import { useTemporaryDirectory } from '../support/processes/use-temporary-directory.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { fences, linkTargets } from '../support/repository/markdown.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import { HANGAR_SCHEMA, MODRINTH_SCHEMA } from './store-schemas.ts';

const RELEASE = join(REPOSITORY, 'release');
const MINECRAFT_VERSIONS =
  'tools/mod/node_modules/minecraft-data/minecraft-data/data/pc/common/protocolVersions.json';
/** A build, Gradle, and packages of apt, beside other suites. */
const PATIENCE_MS = 480_000;
/** The maximum size of a file on Hangar, in bytes. */
const HANGAR_BYTES = 15_000_000;

const directory = useTemporaryDirectory();
/** As below `~/.npm/_npx` or `~/.nvm`, and in the folder of a user with a space in the name. */
const installation = join(directory.path, '.hidden', 'a user', 'installation');
const file = (name: string, ending: string): string => join(RELEASE, `${name}-${LIBRARY_VERSION}${ending}`);

beforeAll(() => {
  const release = ['tools/assemble/release.mjs', '--allow-dirty'];
  execFileSync(process.execPath, release, { cwd: REPOSITORY, stdio: ['ignore', 'ignore', 'inherit'] });
}, PATIENCE_MS);

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
  /** When each file and folder of the packages was last changed. */
  const changeTimes = (): object => {
    const packages = join(installation, 'node_modules');
    const paths = readdirSync(packages, { recursive: true }) as string[];
    return Object.fromEntries(paths.map((path) => [path, lstatSync(join(packages, path)).ctimeMs]));
  };
  let installedAt: object;

  beforeAll(() => {
    mkdirSync(installation, { recursive: true });
    const packages = [file('feature-control', '.tgz'), file('feature-control-client', '.tgz')];
    const options = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...options, ...packages], { cwd: installation, stdio: 'ignore' });
    installedAt = changeTimes();
  });

  it('the command line blocks a feature', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('feature-control') });
    const blocked = { status: 0, stdout: 'Blocked fly for every client.\n', stderr: '' };
    expect(run('block', 'fly')).toEqual(blocked);
    const listed = expect.stringMatching(/^feature +until +by +reason\nfly +\S+\n$/) as unknown;
    expect(run('list')).toEqual({ status: 0, stdout: listed, stderr: '' });
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
    const link = /http:\S+#key=\S+/;
    const server = startProgram({
      command: program,
      args: ['serve', '--port', '0', '--link'],
      env,
      isReadyLine: (line: string) => link.exec(line)?.[0],
    });
    const page = await fetch(new URL('/console', (await server.ready) as string));
    const text = await page.text();
    expect([page.status, text]).toEqual([200, expect.stringContaining('console/main.')]);
    const [script = ''] = /console\/main\.\w+\.js/.exec(text) ?? [];
    expect((await fetch(new URL(script, page.url))).status).toBe(200);
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
    const folder = join(installation, 'sidecar');
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
    writeFileSync(join(installation, 'read.mjs'), script);
    const read = () =>
      execFileSync(process.execPath, ['read.mjs', origin], { cwd: installation, encoding: 'utf8' });
    await eventually(() => read().includes('"ok":true,"data":{}'), { what: 'an answer' });
    await sidecar.stop();
    expect(await sidecar.ended).toBeUndefined();
  });

  it('nothing was written to the packages, which may be in a read-only place', () => {
    expect(changeTimes()).toEqual(installedAt);
  });
});

/** In place of the loader's plugin: its configurations and blocks, and the declared API of the loader. */
const STAND_IN_PLUGIN = `
  apply plugin: 'java'
  class ModStandIn { String name; ModStandIn(String name) { this.name = name }; void sourceSet(set) {} }
  class NeoForgeStandIn { String version; def mods; void mods(Closure closure) { mods.configure(closure) } }
  extensions.add('neoForge', new NeoForgeStandIn(mods: container(ModStandIn)))
  configurations { minecraft; include; jarJar }
  repositories { flatDir { dirs 'loader' } }
  dependencies {
    compileOnly files('loader/declared.jar')
    compileOnly 'io.github.featurecontrol:feature-control-api:${LIBRARY_VERSION}'
  }
  jar { into('nested') { from configurations.include, configurations.jarJar } }`;

it.each([
  { loader: 'Fabric', declarations: 'fabric261', jars: ['fabric-loader-0.19.0', 'fabric-api-0.155.2+26.2'] },
  { loader: 'NeoForge', declarations: 'neoforge', jars: [] },
])(
  'the files of docs/mods.md for $loader, in an empty folder, build a mod that nests the library',
  async ({ loader, declarations, jars }) => {
    const folder = join(directory.path, loader);
    const repository = join(folder, 'repository');
    mkdirSync(repository, { recursive: true });
    await unpackJar(file('feature-control-maven', '.zip'), 'io', repository);
    for (const [path, text] of documentedProject(readRepositoryFile('docs/mods.md'), loader))
      directory.write(
        `${loader}/${path}`,
        text
          .replace(/^plugins \{[^}]*\}/m, "apply from: 'plugin.gradle'")
          .replace('/path/to/feature-control/mod-sdk/build/repository', repository),
      );
    directory.write(`${loader}/plugin.gradle`, STAND_IN_PLUGIN);
    directory.write(
      `${loader}/src/main/java/MyPlugin.java`,
      `class MyPlugin { boolean isBlocked(io.github.featurecontrol.api.FeatureControlApi api) { return api.isBlocked("my-mod", "fly"); } }`,
    );
    const declared = join(REPOSITORY, `mod-sdk/build/classes/java/${declarations}Declarations`);
    for (const name of ['declared', ...jars]) {
      const jar = directory.write(`${loader}/loader/${name}.jar`, '');
      runJavaTool('jar', ['--create', '--file', jar, '-C', declared, '.']);
    }
    const args = ['--no-daemon', '--offline', '--quiet', 'jar'];
    execFileSync(process.env['FC_GRADLE'] ?? 'gradle', args, { cwd: folder, stdio: 'pipe' });
    const built = readZipDirectory(readFileSync(join(folder, 'build/libs/my-mod-1.0.0.jar')));
    expect([...built.keys()]).toEqual(
      expect.arrayContaining([
        `com/example/My${loader}Mod.class`,
        `nested/feature-control-mod-${LIBRARY_VERSION}.jar`,
      ]),
    );
  },
  PATIENCE_MS,
);

const describeWithMachines = hasThrowawayMachines ? describe : describe.skip;

/** In place of `example.org` in the page. */
const DOMAIN = 'play.my-network.net';
const SECTIONS = [
  'Redis, with a user for each program',
  'The plugin',
  'The sidecar and the admin’s server',
  'nginx',
  'Monitoring',
  'Back up and restore',
];

/** Returns the blocks of commands in a section of a page. */
function blocksOf(title: string, page = 'docs/run-it.md'): string[] {
  const [, following = ''] = readRepositoryFile(page).split(`\n## ${title}\n`);
  const [section = ''] = following.replaceAll('example.org', DOMAIN).split('\n## ');
  return fences(section).flatMap(({ language, text }) => (language === 'sh' ? [text] : []));
}

describeWithMachines(
  'the commands of docs/run-it.md, on a machine with nothing else and the umask 077,',
  () => {
    let reader: Reader;

    beforeAll(async () => {
      reader = await Reader.start(RELEASE);
      await reader.machine.run('umask 077');
    }, PATIENCE_MS);

    afterAll(async () => {
      await reader.machine.stop();
    });

    it(
      'lead to a running network, whose users can read what they need',
      async () => {
        for (const section of SECTIONS.slice(0, 5)) {
          for (const block of blocksOf(section)) await reader.run(block);
          if (section === 'The plugin') await reader.startProxy();
        }
        await reader.untilNetworkRuns(DOMAIN);
        await reader.machine.run(`setpriv --reuid=games --clear-groups \
        cat /opt/velocity/plugins/*.jar /opt/velocity/plugins/feature-control/config.toml > /dev/null`);
      },
      PATIENCE_MS,
    );
  },
);

/** The Redis of others on a machine, by the port: how each is started, and what `redis-cli` needs. */
const THEIRS: Readonly<Record<string, { readonly unit: string; readonly login: string }>> = {
  6379: { unit: 'redis-server', login: '' },
  6381: { unit: 'redis-server@aof', login: '' },
  6382: { unit: 'redis-server@users', login: '--user them --pass theirs --no-auth-warning' },
};
const THEIR_PROMETHEUS = `rule_files:
  - theirs.yml
scrape_configs:
  - job_name: theirs
    static_configs:
      - targets: ['127.0.0.1:9090']
`;

describeWithMachines('the commands of docs/run-it.md, on a machine of others,', () => {
  let reader: Reader;
  let run: ThrowawayMachine['run'];

  beforeAll(async () => {
    reader = await Reader.start(RELEASE);
    run = async (commands) => await reader.machine.run(commands);
    reader.machine.runWithInternet('apt-get update && apt-get install --yes redis-server nginx prometheus');
    await run(`
      umask 022
      install --directory --owner=redis /var/lib/redis/aof /var/lib/redis/users
      cat > /etc/redis/redis-aof.conf <<< $'port 6381\\ndir /var/lib/redis/aof\\nappendonly yes'
      cat > /etc/redis/redis-users.conf <<< $'port 6382\\ndir /var/lib/redis/users\\naclfile /etc/redis/theirs.acl'
      echo $'user default off\\nuser them on >theirs ~* &* +@all' > /etc/redis/theirs.acl
      chown redis: /etc/redis/*
      openssl req -x509 -nodes -days 2 -newkey rsa:2048 -subj /CN=theirs -keyout /etc/ssl/theirs.key -out /etc/ssl/theirs.pem 2>&1
      cat > /etc/nginx/sites-enabled/theirs <<< 'server { listen 443 ssl; server_name theirs;
        ssl_certificate /etc/ssl/theirs.pem; ssl_certificate_key /etc/ssl/theirs.key; return 200 theirs; }'
      install --owner=root --group=prometheus --mode=640 /dev/stdin /etc/prometheus/prometheus.yml <<'END'\n${THEIR_PROMETHEUS}END
      echo 'groups: []' > /etc/prometheus/theirs.yml
      systemctl restart redis-server redis-server@aof redis-server@users nginx prometheus`);
    for (const [port, { login }] of Object.entries(THEIRS))
      await run(`seq -f 'SET theirs:%g x' 1000 | redis-cli -p ${port} ${login} > /dev/null`);
  }, PATIENCE_MS);

  afterAll(async () => {
    await reader.machine.stop();
  });

  /** What others have is there, also after their services are started again. */
  const othersAreThere = async (): Promise<void> => {
    for (const [port, { unit, login }] of Object.entries(THEIRS)) {
      await run(`systemctl restart ${unit}`);
      await reader.prints(`redis-cli -p ${port} ${login} DBSIZE`, /^1000$/m);
    }
    await run('nginx -t 2>&1 && promtool check config /etc/prometheus/prometheus.yml');
    expect(await run('stat --format=%U:%G:%a /etc/prometheus/prometheus.yml')).toBe('root:prometheus:640\n');
    await reader.prints('curl --silent --insecure https://127.0.0.1/', /^theirs$/m);
    await reader.prints('curl --silent http://127.0.0.1:9090/api/v1/targets', /"job":"theirs"/);
  };

  it(
    'lead to a running network beside them, and can be run again as an upgrade',
    async () => {
      const backUp = SECTIONS.at(-1) ?? '';
      for (const section of SECTIONS.slice(0, 5)) {
        for (const block of blocksOf(section)) await reader.run(block);
        if (section === 'The plugin') await reader.startProxy();
        await othersAreThere();
      }
      await reader.untilNetworkRuns(DOMAIN);
      expect(await run('grep --recursive example.org /etc || true')).toBe('');

      const [save = '', restore = ''] = blocksOf(backUp);
      const ours = `REDISCLI_AUTH=$(sed -n s/REDIS_ROOT_PASSWORD=//p /etc/feature-control/passwords) \\
        redis-cli -s /run/redis-feature-control/redis.sock --user root`;
      await run(`${ours} ACL SETUSER game-server on '>game' '%RW~fc:event:*' +set && ${ours} CONFIG REWRITE`);
      await reader.run(save);
      await run(`${ours} FLUSHALL`);
      await reader.run(restore);
      await othersAreThere();
      await run('echo LOG_LEVEL=debug >> /etc/feature-control/rest.env');
      for (const section of SECTIONS.slice(0, 3)) await reader.run(blocksOf(section)[0] ?? '');
      await run('systemctl restart redis-server@feature-control');
      await othersAreThere();
      await reader.untilNetworkRuns(DOMAIN);
      expect(await run(`${ours} ACL LIST`)).toContain('user game-server on');
      expect(await run('cat /etc/feature-control/rest.env')).toContain('LOG_LEVEL=debug');
    },
    PATIENCE_MS,
  );

  it('let nobody read a secret who does not need it', async () => {
    const asNobody = 'setpriv --reuid=nobody --regid=nogroup --clear-groups';
    expect(
      await run(`
        token=/etc/prometheus/feature-control/metrics.token
        { sed 's/.*=//' /etc/feature-control/passwords; cat $token; } > /root/secrets
        grep --recursive --files-with-matches --fixed-strings --file /root/secrets \\
          /etc /opt /usr/local/bin /var/lib/redis > /root/found || true
        for file in $(cat /root/found) /etc/ssl/feature-control/privkey.pem "$PWD/backup.rdb"; do
          ${asNobody} cat "$file" > /dev/null 2>&1 && echo "$file" || true
        done
        grep --count . /root/found`),
    ).toMatch(/^[5-9]\n$/);
  });

  it(
    'stop before they harm others',
    async () => {
      // The name of a zone of ours.
      const zone = 'limit_req_zone $binary_remote_addr zone=feature_control_limit:1m rate=1r/s;';
      await run(`echo '${zone}' > /etc/nginx/conf.d/theirs.conf`);
      for (const block of blocksOf('nginx')) await reader.paste(block);
      await othersAreThere();

      const [monitoring = ''] = blocksOf('Monitoring');
      for (const theirs of [
        THEIR_PROMETHEUS.replace('rule_files:\n  - theirs.yml', 'rule_files: [theirs.yml]'),
        THEIR_PROMETHEUS.replaceAll(/^ {2}/gm, ''),
      ]) {
        await run(`cat > /etc/prometheus/prometheus.yml <<'END'\n${theirs}END`);
        await reader.paste(monitoring);
        expect(await run('cat /etc/prometheus/prometheus.yml')).toBe(theirs);
      }

      // A Redis of others has our port, when the page is read for the first time.
      await run(`
        systemctl stop redis-server@feature-control
        rm -r /etc/redis/redis-feature-control.conf /etc/feature-control
        install --directory --owner=redis /var/lib/redis/taken
        install --owner=redis /dev/stdin /etc/redis/redis-taken.conf <<< $'port 6390\\ndir /var/lib/redis/taken'
        systemctl start redis-server@taken
        seq -f 'SET theirs:%g x' 1000 | redis-cli -p 6390 > /dev/null`);
      for (const section of SECTIONS.slice(0, 3))
        for (const block of blocksOf(section)) await reader.paste(block);
      expect(await run('redis-cli -p 6390 DBSIZE; redis-cli -p 6390 ACL USERS')).toBe('1000\ndefault\n');
      expect(await run('cat /etc/redis/redis-taken.conf')).toBe('port 6390\ndir /var/lib/redis/taken\n');
      await othersAreThere();
    },
    PATIENCE_MS,
  );

  it('create our users beside theirs, in docs/redis-acl.md', async () => {
    const [passwords = ''] = fences(readRepositoryFile('docs/redis-acl.md')).map(({ text }) => text);
    const [users = ''] = blocksOf('On a Redis that others use', 'docs/redis-acl.md');
    await run(passwords);
    await run(users);
    expect((await run('redis-cli ACL USERS')).split('\n').sort()).toEqual([
      '',
      'default',
      'fc-admin',
      'fc-plugin',
      'fc-sidecar',
    ]);
    await othersAreThere();
  });
});
