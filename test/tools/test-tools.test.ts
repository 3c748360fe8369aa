import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runProgram, type ProgramResult } from '../support/processes/run-program.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';

/** A machine with nothing but a fake package manager. */
describe('each program that only the tests need', () => {
  let machine: TemporaryDirectory;

  beforeEach(() => {
    machine = makeTemporaryDirectory();
    machine.writeProgram('bin/env', 'exec /usr/bin/env "$@"');
    machine.writeProgram('bin/sudo', 'while [ "$1" = -n ]; do shift; done; exec "$@"');
  });
  afterEach(() => {
    machine.remove();
  });

  /** @param installs a script that a fake apt runs to install; it reads the names as `$*` */
  function addApt(installs: string): void {
    machine.writeProgram(
      'bin/apt-get',
      `echo "$*" >> '${machine.path}/log'\ncase "$*" in *install*) ${installs} ;; esac`,
    );
    machine.writeProgram('bin/apt-cache', 'exit 0');
  }
  /** The shell of this machine finds its own programs, regardless of the fake path. */
  const install = (name: string, script: string) =>
    `printf '#!/bin/sh\\n${script}\\n' > '${machine.path}/bin/${name}'; /bin/chmod +x '${machine.path}/bin/${name}'`;
  const installed = () =>
    existsSync(join(machine.path, 'log'))
      ? machine
          .read('log')
          .trim()
          .split('\n')
          .map((line) => /(?<=--no-install-recommends ).*/.exec(line)?.[0] ?? 'update')
      : [];

  async function call(
    module: string,
    expression: string,
    env: NodeJS.ProcessEnv = {},
  ): Promise<ProgramResult> {
    const program = `
      import * as tools from './tools/set-up/${module}.mjs';
      import { createProgress } from './tools/terminal/progress.mjs';
      import { runMain } from './tools/terminal/explained-error.mjs';
      const progress = createProgress(process.stderr);
      await runMain(async () => console.log(JSON.stringify((await tools.${expression}) ?? null)));`;
    const path = join(machine.path, 'bin');
    return await runProgram(['--input-type=module', '--eval', program], { PATH: path, ...env });
  }

  it('includes a working browser from the path', async () => {
    machine.writeProgram('bin/chromium', 'echo "install it with snap" >&2; exit 1');
    const path = machine.writeProgram('bin/google-chrome', 'echo "Google Chrome 150.0.7871.100 "');
    const { stdout } = await call('chromium', 'findChromium()');
    expect(JSON.parse(stdout)).toStrictEqual({ path, version: '150.0.7871.100' });
  });

  it('includes the browser that FC_CHROMIUM names, before any other', async () => {
    machine.writeProgram('bin/chromium', 'echo "Chromium 150.0.7871.100"');
    const named = machine.writeProgram('mine', 'echo "Chromium 156.0.8078.79 built on Debian"');
    const { stdout } = await call('chromium', 'findChromium()', { FC_CHROMIUM: named });
    expect(JSON.parse(stdout)).toStrictEqual({ path: named, version: '156.0.8078.79' });
  });

  it.each(['chromium-headless-shell', 'chromium'])(
    'installs the first browser that apt offers if there is none, here %s',
    async (offered) => {
      addApt(install(offered, 'echo Chromium 156.0.8078.79'));
      machine.writeProgram('bin/apt-cache', `[ "$2" = ${offered} ] || [ "$2" = chromium ]`);
      const { code, stdout } = await call('chromium', 'provideChromium(progress)');
      expect(JSON.parse(stdout)).toMatchObject({ version: '156.0.8078.79' });
      expect({ code, installed: installed() }).toStrictEqual({ code: 0, installed: ['update', offered] });
    },
  );

  it('names in one line what to install, if it cannot install it', async () => {
    machine.writeProgram('bin/apt-get', 'exit 0');
    machine.writeProgram('bin/apt-cache', 'exit 100');
    const { code, stderr } = await call('chromium', 'provideChromium(progress)');
    expect(code).toBe(1);
    expect(stderr.trim().split('\n').at(-1)).toBe(
      'feature-control: no Chromium: install Chromium or Google Chrome, or set FC_CHROMIUM to its path',
    );
  });

  it('is attempted even if another one cannot be installed', async () => {
    // Without a package manager; FC_SCHEMATHESIS exists.
    const FC_SCHEMATHESIS = machine.writeProgram('schemathesis');
    const FC_PROMTOOL = machine.writeProgram('promtool');
    const apt = { PATH: join(machine.path, 'bin'), FC_SCHEMATHESIS, FC_PROMTOOL };
    addApt(install('fish', 'exit 0'));
    machine.writeProgram('bin/apt-cache', '[ "$2" = fish ]');
    const { code, stderr } = await call('test-tools', 'provideTestTools(progress)', apt);
    expect({ code, installed: installed() }).toMatchObject({
      code: 1,
      installed: expect.arrayContaining(['fish']) as unknown,
    });
    expect(stderr).toMatch(/feature-control: no Chromium: install .*/);
  });

  it('includes a Python that is recent enough and can create virtual environments', async () => {
    machine.writeProgram('bin/python3', 'exit 1');
    const path = machine.writeProgram('bin/python3.12', 'exit 0');
    const { stdout } = await call('python', 'findPython({ places: [] })');
    expect(JSON.parse(stdout)).toBe(path);
  });

  it('includes a later Python if the distribution’s own is too old', async () => {
    addApt(`case "$*" in *3.11*) ${install('python3.11', 'exit 0')} ;; esac`);
    const { stdout } = await call('python', 'providePython(progress, [])');
    expect(JSON.parse(stdout)).toBe(join(machine.path, 'bin', 'python3.11'));
    expect(installed()).toStrictEqual(['update', 'python3 python3-venv', 'python3.11-venv']);
  });

  it('includes the schemathesis that FC_SCHEMATHESIS names', async () => {
    const named = machine.writeProgram('schemathesis');
    const { stdout } = await call('schemathesis', 'provideSchemathesis(progress)', {
      FC_SCHEMATHESIS: named,
    });
    expect(JSON.parse(stdout)).toBe(named);
  });

  it.each(['nginx', 'promtool'])('is the %s that its variable names, before any other', async (name) => {
    machine.writeProgram(`bin/${name}`);
    const named = machine.writeProgram('mine');
    const variable = `FC_${name.toUpperCase()}`;
    const { stdout } = await call('packaged-programs', `findPackagedProgram('${name}')`, {
      [variable]: named,
    });
    expect(JSON.parse(stdout)).toBe(named);
  });

  it('includes an nginx that is only downloaded and unpacked, as installing it would start a service', async () => {
    addApt('exit 1');
    // The fake download contains the name of the program in the package; the first package contains none.
    machine.writeProgram(
      'bin/apt-get',
      `echo "$*" >> '${machine.path}/log'; for name; do :; done; case "$*" in *download*) echo "$name" > "$name.deb" ;; esac`,
    );
    machine.writeProgram(
      'bin/dpkg-deb',
      `read -r name < "$2"; if [ "$name" = nginx-core ]; then /bin/mkdir -p "$3/usr/sbin"
      printf '#!/bin/sh\n' > "$3/usr/sbin/nginx"; /bin/chmod +x "$3/usr/sbin/nginx"; fi`,
    );
    const where = JSON.stringify({ places: '', directory: join(machine.path, 'packages') });
    const { code, stdout } = await call(
      'packaged-programs',
      `providePackagedProgram(progress, 'nginx', ${where})`,
    );
    expect({ code, path: JSON.parse(stdout) as unknown }).toStrictEqual({
      code: 0,
      path: join(machine.path, 'packages/nginx-core/usr/sbin/nginx'),
    });
    expect(machine.read('log')).not.toMatch(/\binstall\b/);
  });

  it('includes zsh and fish, installed with apt if missing', async () => {
    machine.writeProgram('bin/zsh');
    addApt(install('fish', 'exit 0'));
    const { code, stdout } = await call('shells', 'provideShells(progress)');
    expect(JSON.parse(stdout)).toStrictEqual({ found: ['zsh', 'fish'], missing: [] });
    expect({ code, installed: installed() }).toStrictEqual({ code: 0, installed: ['update', 'fish'] });
  });

  it('reports shells that cannot be installed', async () => {
    const { code, stdout } = await call('shells', 'provideShells(progress)');
    expect(JSON.parse(stdout)).toStrictEqual({ found: [], missing: ['zsh', 'fish'] });
    expect(code).toBe(0);
  });

  it('includes the libfaketime that FC_FAKETIME names, before any other', async () => {
    const named = machine.write('libfaketime.so', '');
    const { stdout } = await call('faketime', 'findFaketime()', { FC_FAKETIME: named });
    expect(JSON.parse(stdout)).toBe(named);
  });
});
