import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatFor } from '../../../shared/bridges/bridge.ts';
import type { Bridge } from '../../../shared/bridges/bridge.ts';
import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import { NEUTRAL_NAMES } from '../../../shared/bridges/neutral-names.ts';
import { resolveControls } from '../../../shared/bridges/resolve-controls.ts';
import { DECODERS } from '../../../tools/mod/mod-decoders.mjs';
import { anyCharacter } from '../../support/any-character.ts';
import { blocklistsOf } from '../../support/fakes/memory-blocklist-store.ts';

const PROTOCOLS = [47, 340, 393, 477, 754, 757, 763, 764, 766, 767, 769];
const HOSTILE = ['', '\0', '😀', '\ud800', '"', '\\', '§r', '__proto__', 'constructor', 'x'.repeat(32_768)];

/** Lists of up to 5000 names of 64 letters, in lower and in upper case, with two that are even longer. */
const LONG_LISTS = [1, 200, 256, 257, 5000].flatMap((count) => {
  const letters = (index: number): string =>
    String(index).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  const names = Array.from({ length: count }, (_, index) => letters(index).padStart(64, 'x'));
  const longer = ['y'.repeat(30_000), 'Y'.repeat(30_000)];
  return [names, names.map((name) => name.toUpperCase())].map((list) => [...list, ...longer]);
});

/** Generates names as an admin may write them, of any length and script. */
function anyName(bridge: Bridge): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...Object.keys(NEUTRAL_NAMES)),
    fc.constantFrom(...Object.keys(bridge.controls)),
    fc.constantFrom(...HOSTILE),
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc.stringMatching(/^[a-z][a-z-]{0,30}$/),
  );
}

describe.each(BRIDGES.map((bridge) => ({ name: bridge.name, bridge })))('$name', ({ name, bridge }) => {
  const decode = DECODERS[name];
  const channels = bridge.handshake?.channels ?? bridge.registers ?? [''];
  const names = fc.array(anyName(bridge), { maxLength: 12 });

  it('sends bytes that the mod reads as the same state, for any lists', () => {
    fc.assert(
      fc.property(
        names,
        names,
        names,
        fc.boolean(),
        fc.constantFrom(...PROTOCOLS),
        fc.constantFrom(...channels),
        (global, own, before, coarse, protocol, seenOn) => {
          const format = formatFor(bridge, protocol, seenOn);
          if (format === undefined) return;
          const resolve = (first: string[], second: string[]) =>
            resolveControls(bridge, blocklistsOf(first, second), coarse).blocked;
          const blocked = resolve(global, own);
          const unblocked = resolve([], before).filter((control) => !blocked.includes(control));
          if (blocked.length + unblocked.length === 0) return;
          const allowed = decode?.(bridge.render({ blocked, unblocked }, format), format);
          const denied = [...(allowed ?? [])]
            .filter(([, isAllowed]) => !isAllowed)
            .map(([control]) => control);
          expect(denied.sort()).toEqual([...blocked].sort());
          expect(unblocked.filter((control) => allowed?.get(control) === false)).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('sends bytes that the mod can read, for any names', () => {
    // Longer names never reach an encoder: see the next test.
    const given = fc.uniqueArray(
      anyName(bridge).filter(({ length }) => length <= 64),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(
        given,
        fc.nat({ max: 8 }),
        fc.constantFrom(...PROTOCOLS),
        fc.constantFrom(...channels),
        (all, cut, protocol, seenOn) => {
          const format = formatFor(bridge, protocol, seenOn);
          if (format === undefined) return;
          const state = { blocked: all.slice(cut), unblocked: all.slice(0, cut) };
          const messages = bridge.render(state, format);
          const isByte = (byte: number): boolean => Number.isInteger(byte) && byte >= 0 && byte <= 255;
          const isValid = (message: (typeof messages)[number]): boolean =>
            'chat' in message ? typeof message.chat === 'string' : message.body.every(isByte);
          expect(messages.filter((message) => !isValid(message))).toEqual([]);
          if (messages.length > 0) expect(() => decode?.(messages, format)).not.toThrow();
        },
      ),
      { numRuns: 50 },
    );
  });

  it('sends no message that is too long for Minecraft, for a personal list of any length', () => {
    for (const personal of LONG_LISTS) {
      const lists = blocklistsOf(Object.keys(NEUTRAL_NAMES), personal);
      const { blocked } = resolveControls(bridge, lists, true);
      expect(blocked.every((control) => control.length <= 100)).toBe(true);
      for (const channel of channels) {
        const format = formatFor(bridge, 767, channel);
        if (format === undefined) continue;
        const messages = bridge.render({ blocked, unblocked: [] }, format);
        // The decoder rejects texts of more than 32,767 characters.
        expect(() => decode?.(messages, format)).not.toThrow();
        for (const message of messages)
          if ('body' in message) expect(message.body.length).toBeLessThan(2 ** 16);
      }
    }
  });

  it('blocks nothing that is not in the lists, unless coarse is set', () => {
    fc.assert(
      fc.property(fc.subarray(Object.keys(NEUTRAL_NAMES)), (listed) => {
        const lists = blocklistsOf(listed);
        const { blocked, unsupported, coarse } = resolveControls(bridge, lists, false);
        const isListed = (feature: string): boolean =>
          listed.some((above) => feature === above || feature.startsWith(`${above}.`));
        const causes = blocked.flatMap((control) => bridge.controls[control] ?? []);
        expect(causes.filter((feature) => !isListed(feature))).toEqual([]);
        const missed = [...unsupported, ...coarse];
        expect(missed.filter((feature) => !listed.includes(feature))).toEqual([]);
        const loose = resolveControls(bridge, lists, true);
        expect(loose.coarse).toEqual([]);
        expect(loose.blocked).toEqual(expect.arrayContaining([...blocked]));
      }),
    );
  });
});
