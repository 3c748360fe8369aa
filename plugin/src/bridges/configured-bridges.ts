import type { Bridge } from '../../../shared/bridges/bridge.ts';
import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import type { Config } from '../config/parse-config.ts';

/** The bridges that the configuration enables, in the order of {@link BRIDGES}. */
export interface ConfiguredBridges {
  readonly enabled: readonly Bridge[];
  /** Configured bridges that stay disabled, with the plugin of the mod's vendor that is on this proxy. */
  readonly withVendor: readonly { readonly bridge: Bridge; readonly plugin: string }[];
}

/** @param isLoaded returns whether the proxy has a plugin with that id */
export function configuredBridges(
  { enabled: names, 'beside-vendor-plugin': beside }: Config['bridges'],
  isLoaded: (plugin: string) => boolean,
): ConfiguredBridges {
  const configured = BRIDGES.filter(({ name }) => names.includes(name));
  const withVendor = configured.flatMap((bridge) => {
    const plugin = beside.includes(bridge.name) ? undefined : bridge.vendorPlugins?.find(isLoaded);
    return plugin === undefined ? [] : [{ bridge, plugin }];
  });
  return {
    enabled: configured.filter((bridge) => withVendor.every((other) => other.bridge !== bridge)),
    withVendor,
  };
}
