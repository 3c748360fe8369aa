import { parseArgs } from 'node:util';
import { runMain } from './explained-error.mjs';

const WRONG_USAGE = 2;

/**
 * Runs a command of the repository: prints its help for `--help` and `-h`, and for wrong usage the problem,
 * the help, and exit code 2.
 * @template T
 * @param {object} tool
 * @param {string} tool.help
 * @param {import('node:util').ParseArgsOptionsConfig} [tool.options] as for `parseArgs`
 * @param {boolean} [tool.allowPositionals] whether there may be arguments that are not options
 * @param {(values: any, positionals: string[]) => T} [tool.read] converts the arguments, and throws an Error
 * for wrong usage
 * @param {(settings: T) => Promise<void>} tool.run
 */
export async function runTool({ help, options, allowPositionals = false, read = (values) => values, run }) {
  const parsed = parse();
  if (parsed.help) console.log(help);
  else if (parsed.problem === undefined) await runMain(() => run(parsed.settings));
  else {
    console.error(`feature-control: ${parsed.problem}\n\n${help}`);
    process.exitCode = WRONG_USAGE;
  }

  function parse() {
    try {
      const all = { ...options, help: { type: 'boolean', short: 'h' } };
      const { values, positionals } = parseArgs({ options: all, allowPositionals });
      return values.help ? { help: true } : { settings: read(values, positionals) };
    } catch (error) {
      return { problem: error.message };
    }
  }
}
