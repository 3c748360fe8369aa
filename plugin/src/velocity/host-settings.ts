import type { ScriptHost, Settings } from '../../types/bridge.ts';
import type { Throwable } from '../../types/jdk.ts';
import { parseConfig } from '../config/parse-config.ts';
import type { ReadSettings } from '../current-service.ts';
import { createRawSettings } from './java-settings.ts';

/** Judges settings that the bridge has read. */
export function readSettings(host: ScriptHost, settings: Settings): ReadSettings {
  const parsed = parseConfig(createRawSettings(settings));
  if (!parsed.ok) return parsed;
  return {
    ok: true,
    config: parsed.config,
    apply: () => {
      host.channel().open(settings);
    },
  };
}

/** Reads and judges the settings as they are written now. */
export function readSettingsAgain(host: ScriptHost): ReadSettings {
  try {
    return readSettings(host, host.settings().call());
  } catch (cause) {
    // What the bridge throws is a Java exception.
    if (!isThrowable(cause)) throw cause;
    return { ok: false, message: Java.type('io.github.featurecontrol.Reason').of(cause) };
  }
}

function isThrowable(cause: unknown): cause is Throwable {
  return typeof cause === 'object' && cause !== null && 'getMessage' in cause;
}
