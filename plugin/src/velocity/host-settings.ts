import type { ScriptHost, Settings } from '../../types/bridge.ts';
import type { Config } from '../config/parse-config.ts';
import { parseConfig } from '../config/parse-config.ts';
import type { RawSettings } from '../config/parse-config.ts';
import type { ReadSettings } from '../current-service.ts';
import { isThrowable } from './java-interop.ts';
import { createTrustManagers } from './redis/trust-managers.ts';

/** Judges settings that the bridge has read. */
export function readSettings(host: ScriptHost, settings: Settings): ReadSettings {
  const parsed = parseConfig(createRawSettings(settings));
  if (!parsed.ok) return parsed;
  try {
    createTrustManagers(parsed.config.certificates);
  } catch {
    return { ok: false, message: 'redis.ca-file holds a certificate that cannot be read' };
  }
  return {
    ok: true,
    config: parsed.config,
    apply: () => {
      host.channel().open(settings);
    },
  };
}

/** Reads and judges the settings as they are written now. @param applied is called where they take effect */
export function readSettingsAgain(host: ScriptHost, applied: (config: Config) => void): ReadSettings {
  try {
    const read = readSettings(host, host.settings().call());
    if (!read.ok) return read;
    const apply = (): void => {
      read.apply();
      applied(read.config);
    };
    return { ...read, apply };
  } catch (cause) {
    // What the bridge throws is a Java exception.
    if (!isThrowable(cause)) throw cause;
    return { ok: false, message: Java.type('io.github.featurecontrol.Reason').of(cause) };
  }
}

/** The settings that the bridge read, as the script judges them. */
function createRawSettings(settings: Settings): RawSettings {
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
