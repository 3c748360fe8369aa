import { describe, expect, it } from '@jest/globals';
import { configuredBridges } from '../../../plugin/src/bridges/configured-bridges.ts';
import type { Config } from '../../../plugin/src/config/parse-config.ts';

const CONFIG: Config['bridges'] = {
  enabled: ['lunar', 'xaero'],
  coarse: false,
  conflict: 'off',
  'beside-vendor-plugin': [],
};
const names = (bridges: readonly { readonly name: string }[]): string[] => bridges.map(({ name }) => name);

describe('the bridges that the configuration enables', () => {
  it('are those that it names, in the order of all bridges', () => {
    expect(names(configuredBridges(CONFIG, () => false).enabled)).toEqual(['xaero', 'lunar']);
  });

  it('exclude a bridge whose vendor has a plugin on this proxy', () => {
    const { enabled, withVendor } = configuredBridges(CONFIG, (plugin) => plugin === 'apollo');
    expect(names(enabled)).toEqual(['xaero']);
    expect(withVendor).toMatchObject([{ bridge: { name: 'lunar' }, plugin: 'apollo' }]);
  });

  it('include it if the configuration says so', () => {
    const config = { ...CONFIG, 'beside-vendor-plugin': ['lunar'] };
    const { enabled, withVendor } = configuredBridges(config, () => true);
    expect(names(enabled)).toEqual(['xaero', 'lunar']);
    expect(withVendor).toEqual([]);
  });
});
