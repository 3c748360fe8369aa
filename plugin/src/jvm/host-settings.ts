import type { ScriptHost, Settings } from '../../types/bridge.ts';
import { parseConfig } from '../config/parse-config.ts';
import type { Config, RawSettings } from '../config/parse-config.ts';
import type { ReadSettings } from '../reloadable-service.ts';
import { reasonOf, toArray } from './java-interop.ts';

/**
 * Reads the settings, and validates them.
 * @param applied called when the settings have taken effect
 * @param read returns what the Java bridge reads, or has read; may throw a Java exception
 */
export function readSettings(
  host: ScriptHost,
  applied: (config: Config) => void,
  read = (): Settings => host.settings().call(),
): ReadSettings {
  try {
    const settings = read();
    const parsed = parseConfig(createRawSettings(host, settings));
    if (!parsed.ok) return parsed;
    const config = parsed.value;
    const problem = certificateProblem(config);
    if (problem !== undefined) return { ok: false, problem };
    const apply = (): void => {
      host.channel().open(settings);
      applied(config);
    };
    return { ok: true, value: { config, apply } };
  } catch (cause) {
    return { ok: false, problem: reasonOf(cause) };
  }
}

function certificateProblem({ tls }: Config): string | undefined {
  const Client = Java.type('io.github.featurecontrol.isolated.LettuceClient');
  try {
    Client.sslOptions(tls.authorities, '', '').createSslContextBuilder();
  } catch {
    return 'redis.ca-file must name a file with certificates in PEM form';
  }
  try {
    Client.sslOptions('', tls.certificate, tls.key).createSslContextBuilder();
  } catch {
    return (
      'redis.cert-file must name a file with certificates, and redis.key-file a file with a private key ' +
      'without a password (BEGIN PRIVATE KEY)'
    );
  }
  return undefined;
}

/** Converts the settings that the bridge has read for validation. */
function createRawSettings(host: ScriptHost, settings: Settings): RawSettings {
  const keys = toArray(settings.values().keySet());
  return {
    values: Object.fromEntries(keys.map((key) => [key, settings.values().get(key)])),
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
    variableOf: (key) => settings.environment().get(key) ?? undefined,
  };
}
