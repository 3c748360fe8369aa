import { describe, expect, it } from '@jest/globals';
import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import { resolveControls } from '../../../shared/bridges/resolve-controls.ts';
import type { ResolvedControls } from '../../../shared/bridges/resolve-controls.ts';
import { blocklistsOf } from '../../support/fakes/memory-blocklist-store.ts';

function resolve(
  name: string,
  blocked: readonly string[],
  coarse = false,
  own: readonly string[] = [],
): ResolvedControls {
  const bridge = BRIDGES.find((candidate) => candidate.name === name);
  if (bridge === undefined) throw new Error(`there is no bridge ${name}`);
  return resolveControls(bridge, blocklistsOf(blocked, own), coarse);
}

describe('the controls that a bridge blocks', () => {
  it('block only listed names, and all names below them', () => {
    expect(resolve('journeymap', ['minimap'])).toEqual({
      blocked: [
        'animalRadarEnabled',
        'caveMapping',
        'mobRadarEnabled',
        'playerRadarEnabled',
        'radarEnabled',
        'villagerRadarEnabled',
      ],
      unsupported: [],
      coarse: ['minimap'],
    });
    expect(resolve('axolotl-waypoints', ['world-map'])).toEqual({
      blocked: ['world-map-caves'],
      unsupported: ['world-map'],
      coarse: [],
    });
  });

  it('block more with coarse, but only for names that no other control covers', () => {
    const { blocked, coarse } = resolve('journeymap', ['minimap'], true);
    expect(blocked).toEqual(expect.arrayContaining(['caveMapping', 'journeymapEnabled', 'radarEnabled']));
    expect(coarse).toEqual([]);
    expect(resolve('journeymap', ['waypoints'], true).blocked).toEqual(['allowWaypoints']);
  });

  it('include a control for several names if all of them are blocked', () => {
    const { blocked } = resolve('journeymap', ['minimap', 'waypoints', 'world-map']);
    expect(blocked).toContain('journeymapEnabled');
    expect(resolve('xaero', ['minimap.cave-mode', 'minimap.radar']).blocked).toEqual(['fair-play']);
    expect(resolve('xaero', ['minimap.cave-mode'])).toMatchObject({
      blocked: [],
      coarse: ['minimap.cave-mode'],
    });
  });

  it('leave the names below a name to the control of that name', () => {
    expect(resolve('xaero', ['minimap']).blocked).toEqual(['no-minimap']);
    expect(resolve('voxelmap', ['minimap']).blocked).toEqual(['minimapAllowed']);
    expect(resolve('voxelmap', ['minimap', 'minimap.cave-mode']).blocked).toEqual([
      'cavesAllowed',
      'minimapAllowed',
    ]);
  });

  it('report the names of the bridge’s own list that the mod does not know', () => {
    const own = ['motion_blur', 'lootBeams', 'zoom', 'minimap', 'x'.repeat(101)];
    expect(resolve('feather', ['fly'], false, own)).toEqual({
      blocked: ['lootBeams', 'zoom'],
      unsupported: ['minimap', 'motion_blur'],
      coarse: [],
    });
    expect(resolve('xaero', [], false, ['fair-play', 'Fly']).unsupported).toEqual(['Fly']);
  });

  it('include at most 256 of the mod’s own names, and report the others', () => {
    const names = Array.from({ length: 257 }, (_, index) => `mod-${index}`);
    expect(resolve('lunar', [], false, [...names, 'zoom'])).toEqual({
      blocked: [...names.slice(0, 256), 'zoom'].sort(),
      unsupported: ['mod-256'],
      coarse: [],
    });
  });
});
