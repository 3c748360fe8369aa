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
 * A control is blocked where everything that it blocks is wanted; one that blocks more only where `coarse`
 * says so, for names that no other control reaches. A blocked name includes those below it: `minimap.radar`
 * includes `minimap.radar.players`. Of the global list only neutral names count; the bridge's own list may
 * also name controls of the mod.
 */
export function resolveControls(
  bridge: Bridge,
  { global, own }: ListsForBridge,
  coarse: boolean,
): ResolvedControls {
  const wanted = Object.keys(NEUTRAL_NAMES).filter((name) => global.has(name) || own.has(name));
  const isWanted = (name: string): boolean => wanted.some((above) => isWithin(name, above));
  const controls = Object.entries(bridge.controls);
  const exact = controls.filter(([, names]) => names.length > 0 && names.every(isWanted));
  const reached = namesOf(exact);
  const missed = wanted.filter((name) => !reached.some((above) => isWithin(name, above))).sort();
  const tooMuch = controls.filter(([, names]) => names.some((name) => missed.includes(name)));
  const withOthers = missed.filter((name) => namesOf(tooMuch).includes(name));
  const allowed = coarse ? [...exact, ...tooMuch] : exact;
  // What a wanted name includes goes with the control of that name, if the mod has one.
  const above = reached.filter((name) => wanted.includes(name));
  const isNeeded = (name: string): boolean =>
    wanted.includes(name) || !above.some((one) => isWithin(name, one));
  const blocked = allowed.filter(([, names]) => names.some(isNeeded)).map(([control]) => control);
  return {
    blocked: [...new Set([...nativeNames(bridge, own), ...blocked])].sort(),
    unsupported: missed.filter((name) => !withOthers.includes(name)),
    coarse: coarse ? [] : withOthers,
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

type NamedControl = readonly [control: string, names: readonly string[]];

/** What they block. */
function namesOf(controls: readonly NamedControl[]): readonly string[] {
  return controls.flatMap(([, names]) => names);
}

function nativeNames({ controls, nativeName }: Bridge, own: FeatureSet): string[] {
  const known = Object.keys(controls).filter((name) => own.has(name));
  const others =
    nativeName === undefined || own.size > MOST_NATIVE_NAMES
      ? []
      : [...own.values()].filter((name) => name.length <= LONGEST_NATIVE_NAME && nativeName.test(name));
  return [...known, ...others].filter((name) => !isNeutralName(name));
}
