import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEV_DIRECTORY } from '../files/paths.mjs';
import { writeAtomically } from '../files/write-atomically.mjs';
import { runProgram } from '../processes/program.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { findOnPath } from './find-on-path.mjs';
import { runNpm } from './npm-packages.mjs';
import { providePython } from './python.mjs';

/** From PyPI, npm and Go's proxy, with the library that the generated Go code needs. */
const PACKAGES = {
  python: ['openapi-generator-cli==7.26.0', 'openapi-python-client==0.29.1'],
  npm: ['orval@7.13.2', '@hey-api/openapi-ts@0.95.0'],
  go: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
};
const HOME = join(DEV_DIRECTORY, 'client-generators');
/** Written last: without it, the folder is incomplete. */
const RECORD = join(HOME, 'packages.json');

/** @returns {string | undefined} a folder with `python`, `npm`, and `go` if Go was there */
export function findClientGenerators() {
  const isComplete = existsSync(RECORD) && readFileSync(RECORD, 'utf8') === JSON.stringify(PACKAGES);
  return isComplete ? HOME : undefined;
}

/**
 * Installs generators of clients from OpenAPI documents: 300 MB. The one in Go only if Go is installed.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @throws {ExplainedError} with the output of what failed
 */
export async function installClientGenerators(progress) {
  const python = await providePython(progress);
  await progress.step('generators of clients', async (note) => {
    rmSync(HOME, { recursive: true, force: true });
    mkdirSync(join(HOME, 'npm'), { recursive: true });
    await run(python, ['-m', 'venv', join(HOME, 'python')], { onLine: note });
    const pip = ['-m', 'pip', 'install', '--no-input', '--disable-pip-version-check', ...PACKAGES.python];
    await run(join(HOME, 'python', 'bin', 'python'), pip, { onLine: note });
    writeAtomically(join(HOME, 'npm', 'package.json'), '{"private":true}');
    await runNpm(['install', '--no-audit', '--no-fund', ...PACKAGES.npm], join(HOME, 'npm'), note);
    const go = findOnPath('go');
    const env = { ...process.env, GOBIN: join(HOME, 'go') };
    if (go !== undefined) await run(go, ['install', PACKAGES.go], { env, onLine: note });
    writeAtomically(RECORD, JSON.stringify(PACKAGES));
  });
}

async function run(program, args, options) {
  const { problem, output } = await runProgram(program, args, options);
  if (problem !== undefined) throw new ExplainedError(`${program} ${problem}:\n${output.trim()}`);
}
