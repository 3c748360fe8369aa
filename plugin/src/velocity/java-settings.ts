import type { RawSettings } from '../config/parse-config.ts';
import type { Settings } from '../../types/bridge.ts';

/** The settings that the bridge read, as the script judges them. */
export function createRawSettings(settings: Settings): RawSettings {
  return {
    defaults: settings.defaults(),
    written: settings.written(),
    authority: settings.authority(),
    lineOf: (key) => settings.lines().get(key) ?? undefined,
    fromEnvironment: (key) => {
      const variable = settings.environment().get(key);
      return variable === null ? undefined : { variable, value: String(settings.values().get(key)) };
    },
  };
}
