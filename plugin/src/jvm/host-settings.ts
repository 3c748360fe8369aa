import type { ScriptHost, Settings } from '../../types/bridge.ts';
import type { Config } from '../config/parse-config.ts';
import { parseConfig } from '../config/parse-config.ts';
import type { RawSettings } from '../config/parse-config.ts';
import type { ReadSettings } from '../reloadable-service.ts';
import { reasonOf } from './java-interop.ts';

/** Validates settings that the Java bridge has read. */
export function readSettings(host: ScriptHost, settings: Settings): ReadSettings {
  const parsed = parseConfig(createRawSettings(host, settings));
  if (!parsed.ok) return parsed;
  const { authorities, certificate, key } = parsed.value.tls;
  const Certificates = Java.type('io.github.featurecontrol.isolated.Certificates');
  try {
    Certificates.options(authorities, '', '').createSslContextBuilder();
  } catch {
    return { ok: false, problem: 'redis.ca-file must name a file with certificates in PEM form' };
  }
  try {
    Certificates.options('', certificate, key).createSslContextBuilder();
  } catch {
    const problem =
      'redis.cert-file must name a file with certificates, and redis.key-file a file with a private key ' +
      'without a password (BEGIN PRIVATE KEY)';
    return { ok: false, problem };
  }
  const apply = (): void => {
    host.channel().open(settings);
  };
  return { ok: true, value: { config: parsed.value, apply } };
}

/** Reads the settings again, and validates them. @param applied called when the new settings take effect */
export function readSettingsAgain(host: ScriptHost, applied: (config: Config) => void): ReadSettings {
  try {
    const read = readSettings(host, host.settings().call());
    if (!read.ok) return read;
    const { apply, config } = read.value;
    const applyAll = (): void => {
      apply();
      applied(config);
    };
    return { ok: true, value: { config, apply: applyAll } };
  } catch (cause) {
    return { ok: false, problem: reasonOf(cause) };
  }
}

/** Converts the settings that the bridge has read for validation. */
function createRawSettings(host: ScriptHost, settings: Settings): RawSettings {
  return {
    defaults: settings.defaults(),
    written: settings.written(),
    contentsOf: (key) => settings.files().get(key) ?? '',
    acceptsChannel: (name) => {
      try {
        host.modChannels().identifier(name);
        return true;
      } catch {
        return false;
      }
    },
    lineOf: (key) => settings.lines().get(key) ?? undefined,
    fromEnvironment: (key) => {
      const variable = settings.environment().get(key);
      return variable === null ? undefined : { variable, value: String(settings.values().get(key)) };
    },
  };
}
