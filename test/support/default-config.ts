import { parse } from 'smol-toml';
import { parseConfig } from '../../plugin/src/config/parse-config.ts';
import type { Config } from '../../plugin/src/config/parse-config.ts';
import { flattenSettings } from './flatten-settings.ts';
import { readRepositoryFile } from './repository/source-files.ts';

/**
 * Returns the default settings of the plugin.
 * @throws if the shipped file is not valid
 */
export function readDefaultConfig(): Config {
  const parsed = parseConfig({
    values: flattenSettings(parse(readRepositoryFile('plugin/config.toml'))),
    contentsOf: () => '',
    acceptsChannel: () => true,
    lineOf: () => undefined,
    variableOf: () => undefined,
  });
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value;
}
