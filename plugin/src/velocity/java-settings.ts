import type { RawSettings } from '../config/parse-config.ts';
import type { Settings } from '../../types/bridge.ts';

/** The settings that the bridge read, as the script judges them. */
export function createRawSettings(settings: Settings): RawSettings {
  return {
    defaults: settings.defaults(),
    written: settings.written(),
    lineOf: (key) => settings.lineOf(key),
    fromEnvironment: (key) => {
      const variable = settings.variableOf(key);
      return variable === null ? undefined : { variable, value: settings.text(key) };
    },
  };
}
