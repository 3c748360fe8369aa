import { parse } from 'smol-toml';
import { parseConfig } from '../../plugin/src/config/parse-config.ts';
import type { Config } from '../../plugin/src/config/parse-config.ts';
import { readRepositoryFile } from './repository/source-files.ts';

/**
 * Returns the default settings of the plugin.
 * @throws if the shipped file is not valid
 */
export function readDefaultConfig(): Config {
  const parsed = parseConfig({
    defaults: JSON.stringify(parse(readRepositoryFile('plugin/config.toml'))),
    written: '{}',
    contentsOf: () => '',
    acceptsChannel: () => true,
    lineOf: () => undefined,
    fromEnvironment: () => undefined,
  });
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value;
}
