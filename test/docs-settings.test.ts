import { describe, expect, it } from '@jest/globals';
import { parse } from 'smol-toml';
import { flattenSettings } from './support/flatten-settings.ts';
import { readRepositoryFile } from './support/repository/source-files.ts';

/**
 * The tables of a document: each row's names in code, and what its second column has in code for each of
 * them. The first row of a name counts.
 */
function documentedDefaults(path: string): Map<string, string> {
  const rows = [...readRepositoryFile(path).matchAll(/^\| (`[^|]+)\| ([^|]*)\|/gm)];
  const defaults = rows.flatMap(([, names = '', cell = '']) => {
    const values = codes(cell);
    return codes(names).map((name, index) => [name, values[index] ?? ''] as const);
  });
  return new Map(defaults.reverse());
}

function codes(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
}

describe('the pages for operators', () => {
  it('list every setting of the plugin with its default', () => {
    const documented = documentedDefaults('docs/proxy.md');
    const settings = Object.entries(flattenSettings(parse(readRepositoryFile('plugin/config.toml'))));
    const wrong = settings.filter(([name, value]) => documented.get(name) !== String(value));
    expect(settings.length).toBeGreaterThan(10);
    expect(wrong).toStrictEqual([]);
  });

  it.each([
    ['the sidecar', 'docs/sidecar.md', 'rest-sidecar/src/config.ts'],
    ["the admin's server", 'docs/admin-server.md', 'admin/server/config.ts'],
  ])('list every variable of %s with its default', (_, page, source) => {
    const documented = documentedDefaults(page);
    const calls = readRepositoryFile(source).matchAll(
      /variables\.\w+\('([A-Z_]+)',\s*(?:LOG_[A-Z]+, )?('[^']*'|[\d_]+)/g,
    );
    const variables = [...calls].map(
      ([, name = '', value = '']) => [name, value.replace(/['_]/g, '')] as const,
    );
    const wrong = variables.filter(([name, value]) => documented.get(name) !== value);
    expect(variables.length).toBeGreaterThan(4);
    expect(
      wrong.map(([name, value]) => `${name}=${value}, not ${String(documented.get(name))}`),
    ).toStrictEqual([]);
  });
});
