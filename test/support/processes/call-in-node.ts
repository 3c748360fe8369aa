import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { REPOSITORY } from '../repository/repository.ts';

const run = promisify(execFile);

/** Prints the result, or the error's message, as JSON. */
const SCRIPT = `
const [module, name, args] = process.argv.slice(1);
const call = async () => (await import(module))[name](...JSON.parse(args));
const settled = await call().then((result) => ({ result }), ({ message }) => ({ message }));
process.stdout.write(JSON.stringify(settled));
`;

/**
 * Calls a function of the tools in a child process with Node, because the tools are ES modules, which Jest
 * does not load.
 * @param module relative to the repository's root, or absolute
 * @param args JSON values
 * @returns the result, converted through JSON
 * @throws {Error} with the message of the function's error
 */
export async function callInNode(module: string, name: string, ...args: unknown[]): Promise<unknown> {
  const url = pathToFileURL(resolve(REPOSITORY, module)).href;
  const options = ['--input-type=module', '--eval', SCRIPT, '--', url, name, JSON.stringify(args)];
  const { stdout } = await run(process.execPath, options);
  const settled = JSON.parse(stdout) as { result?: unknown; message?: string };
  if (settled.message !== undefined) throw new Error(settled.message);
  return settled.result;
}
