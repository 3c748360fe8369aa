import { describe, expect, it } from '@jest/globals';
import { createProgram } from '../admin/cli/program.ts';
import { createCli } from './admin/cli/run-cli.ts';
import { shellLines, shellWords } from './support/repository/markdown.ts';
import { readRepositoryFile } from './support/repository/source-files.ts';

const page = readRepositoryFile('docs/command-line.md');
/** Whatever year the page shows, its dates are yet to come. */
const nextYear = `${new Date().getUTCFullYear() + 1}-`;
const lines = shellLines(page).map((line) => line.replace(/ >.*$/, '').replace(/\b20\d\d-/, nextYear));
const cli = createCli();

describe('docs/command-line.md', () => {
  // In the order of the page, as later lines depend on earlier ones.
  it.each(lines)('%s', async (line) => {
    const [program, ...args] = shellWords(line);
    expect(program).toBe('feature-control');
    const { code, err } = await cli.run(...args);
    expect([code, code === 0 ? [] : err]).toEqual([0, []]);
  });

  it('names every command', () => {
    const context = { environment: {}, out: () => undefined, err: () => undefined, nowMs: () => 0 };
    const names = createProgram(context).commands.map((command) => command.name());
    const missing = names.filter(
      (name) =>
        !name.startsWith('_') && !page.includes(`\`${name}\``) && !page.includes(`feature-control ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
