import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { parseConfig } from '../../../plugin/src/config/parse-config.ts';
import type { Config } from '../../../plugin/src/config/parse-config.ts';

/** What the plugin does where the operator has changed nothing. */
export function defaultConfig(): Config {
  const defaults = JSON.stringify(parse(readFileSync('plugin/config.toml', 'utf8')));
  const parsed = parseConfig({
    ...{ defaults, written: '{}', authority: '' },
    lineOf: () => undefined,
    fromEnvironment: () => undefined,
  });
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.config;
}
