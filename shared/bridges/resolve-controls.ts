import type { FeatureSet } from '../feature-control/blocked-features.ts';
import type { Bridge } from './bridge.ts';
import { isNeutralName, NEUTRAL_NAMES } from './neutral-names.ts';

/** What one bridge makes of the blocked names. */
export interface ResolvedControls {
  /** The mod's own names of what is to be blocked; sorted. */
  readonly blocked: readonly string[];
  /** Names that the mod cannot be asked to block; sorted. */
  readonly unsupported: readonly string[];
  /**
   * Names that it could only block together with others that are not blocked, which `coarse` allows; sorted.
   */
  readonly coarse: readonly string[];
}

/** The two lists that decide about a bridge. */
export interface ListsForBridge {
  /** Applies to every client. */
  readonly global: Pick<FeatureSet, 'has'>;
  /** Of the client that is named like the bridge. */
  readonly own: FeatureSet;
}

/**
 * In a longer list of a bridge's own, the mod's own names are not looked for: no mod has so many. With the
 * length of a name, in characters, it also bounds the messages: Minecraft reads texts of at most 32,767.
 */
const MOST_NATIVE_NAMES = 256;
const LONGEST_NATIVE_NAME = 100;

/**
 * A control is blocked where everything that it blocks is wanted; where only a part is, it is if `coarse`
 * says so. A blocked name includes those below it: `minimap.radar` includes `minimap.radar.players`. Of the
 * global list only neutral names count; the bridge's own list may also name controls of the mod.
 */
export function resolveControls(
  bridge: Bridge,
  { global, own }: ListsForBridge,
  coarse: boolean,
): ResolvedControls {
  const wanted = Object.keys(NEUTRAL_NAMES).filter((name) => global.has(name) || own.has(name));
  const isWanted = (name: string): boolean => wanted.some((above) => isWithin(name, above));
  const blocked = new Set(nativeNames(bridge, own));
  const reached: string[] = [];
  const tooMuch: string[] = [];
  for (const [control, names] of Object.entries(bridge.controls)) {
    // A name above them has a control of its own, if the mod can block that.
    if (!names.some((name) => wanted.includes(name))) continue;
    const isBlocked = coarse || names.every(isWanted);
    if (isBlocked) blocked.add(control);
    (isBlocked ? reached : tooMuch).push(...names);
  }
  const isReached = (name: string): boolean => reached.some((above) => isWithin(name, above));
  const missed = wanted.filter((name) => !isReached(name)).sort();
  return {
    blocked: [...blocked].sort(),
    unsupported: missed.filter((name) => !tooMuch.includes(name)),
    coarse: missed.filter((name) => tooMuch.includes(name)),
  };
}

/** Neutral names that the bridge can block, alone or with `coarse`. */
export function neutralNamesOf(bridge: Bridge): readonly string[] {
  return [...new Set(Object.values(bridge.controls).flat())].sort();
}

/** Whether `name` is `above` or stands below it, as `a.b` does below `a`. */
function isWithin(name: string, above: string): boolean {
  return name === above || name.startsWith(`${above}.`);
}

function nativeNames({ controls, nativeName }: Bridge, own: FeatureSet): string[] {
  const known = Object.keys(controls).filter((name) => own.has(name));
  const others =
    nativeName === undefined || own.size > MOST_NATIVE_NAMES
      ? []
      : [...own.values()].filter((name) => name.length <= LONGEST_NATIVE_NAME && nativeName.test(name));
  return [...known, ...others].filter((name) => !isNeutralName(name));
}
