import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Bridge } from '../../../shared/bridges/bridge.ts';
import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import { NEUTRAL_NAMES } from '../../../shared/bridges/neutral-names.ts';
import { resolveControls } from '../../../shared/bridges/resolve-controls.ts';
import { DECODERS } from '../../../tools/mod/mod-decoders.cjs';

const PROTOCOLS = [47, 340, 393, 477, 754, 757, 763, 764, 766, 767, 769];
const HOSTILE = ['', '\0', '😀', '\ud800', '"', '\\', '§r', '__proto__', 'constructor', 'x'.repeat(32_768)];

/** Names as an admin may write them, of every length and script. */
function anyName(bridge: Bridge): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...Object.keys(NEUTRAL_NAMES)),
    fc.constantFrom(...Object.keys(bridge.controls)),
    fc.constantFrom(...HOSTILE),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.stringMatching(/^[a-z][a-z-]{0,30}$/),
  );
}

describe.each(BRIDGES.map((bridge) => ({ name: bridge.name, bridge })))('$name', ({ name, bridge }) => {
  const decode = DECODERS[name];
  const channels = bridge.detection.by === 'nothing' ? [''] : bridge.detection.channels;
  const names = fc.array(anyName(bridge), { maxLength: 12 });

  it('is sent bytes that the mod reads as the same state, whatever is in the lists', () => {
    fc.assert(
      fc.property(
        names,
        names,
        names,
        fc.boolean(),
        fc.constantFrom(...PROTOCOLS),
        fc.constantFrom(...channels),
        (global, own, before, coarse, protocol, seenOn) => {
          const framing = bridge.framingOf(protocol, seenOn);
          if (framing === undefined) return;
          const resolve = (first: string[], second: string[]) =>
            resolveControls(bridge, { global: new Set(first), own: new Set(second) }, coarse).blocked;
          const blocked = resolve(global, own);
          const unblocked = resolve([], before).filter((control) => !blocked.includes(control));
          if (blocked.length + unblocked.length === 0) return;
          const allowed = decode?.(bridge.render({ blocked, unblocked }, framing), framing);
          const denied = [...(allowed ?? [])]
            .filter(([, isAllowed]) => !isAllowed)
            .map(([control]) => control);
          expect(denied.sort()).toEqual([...blocked].sort());
          for (const control of unblocked) expect(allowed?.get(control) ?? true).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('blocks nothing that is not in the lists, unless coarse says so', () => {
    fc.assert(
      fc.property(fc.subarray(Object.keys(NEUTRAL_NAMES)), (listed) => {
        const lists = { global: new Set(listed), own: new Set<string>() };
        const { blocked, unsupported, coarse } = resolveControls(bridge, lists, false);
        const isListed = (feature: string): boolean =>
          listed.some((above) => feature === above || feature.startsWith(`${above}.`));
        for (const control of blocked)
          expect((bridge.controls[control] ?? []).filter((feature) => !isListed(feature))).toEqual([]);
        const missed = [...unsupported, ...coarse];
        expect(missed.filter((feature) => !listed.includes(feature))).toEqual([]);
        const loose = resolveControls(bridge, lists, true);
        expect(loose.coarse).toEqual([]);
        expect(loose.blocked).toEqual(expect.arrayContaining([...blocked]));
      }),
    );
  });
});
