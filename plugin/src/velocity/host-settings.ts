import type { ScriptHost, Settings } from '../../types/bridge.ts';
import type { FileSystemException, Throwable } from '../../types/jdk.ts';
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
    // What the bridge throws is a Java exception, whose message is made for the operator.
    if (!isThrowable(cause)) throw cause;
    return { ok: false, message: reasonOf(cause) };
  }
}

/** Of a file's problem the JDK often tells the file alone, and by the exception's name what is wrong with it. */
function reasonOf(cause: Throwable): string {
  const isFileAlone = 'getReason' in cause && (cause as FileSystemException).getReason() === null;
  const [className = ''] = cause.toString().split(':', 1);
  const name = className.slice(className.lastIndexOf('.') + 1);
  return isFileAlone ? `${cause.getMessage() ?? ''}: ${name}` : (cause.getMessage() ?? name);
}

function isThrowable(cause: unknown): cause is Throwable {
  return typeof cause === 'object' && cause !== null && 'getMessage' in cause;
}
