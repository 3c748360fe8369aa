import { isFeatureBlocked } from '../feature-control/blocked-features.ts';
import type { Blocklists } from '../feature-control/blocked-features.ts';
import { blockedFeatures } from '../feature-control/list-contents.ts';
import type { Bridge } from './bridge.ts';
import { isNeutralName, NEUTRAL_NAMES } from './neutral-names.ts';

/** The controls by which one bridge blocks the blocked names. */
export interface ResolvedControls {
  /** The mod's own names of the controls to block, sorted. */
  readonly blocked: readonly string[];
  /**
   * Blocked names that the mod has no control for, and names in the bridge's personal list that the mod does
   * not know, or that are too many; sorted.
   */
  readonly unsupported: readonly string[];
  /**
   * Blocked names that the mod could only block together with others that are not blocked, unless `coarse` is
   * set; sorted.
   */
  readonly coarse: readonly string[];
}

/**
 * Limits of the mod's own names in the bridge's personal list: the number of names (no mod has more; further
 * ones count as unsupported), and the length of each in characters. They also limit the messages: Minecraft
 * reads texts of at most 32,767 characters.
 */
const MAX_NATIVE_NAMES = 256;
const MAX_NATIVE_NAME_LENGTH = 100;

/**
 * Selects the controls that block the blocked names. A control is selected if all of its names are blocked.
 * With `coarse`, a control with further names is selected, too, for names that no other control covers. A
 * blocked name includes the names below it: `minimap.radar` includes `minimap.radar.players`. In the global
 * list only neutral names count; the personal list, of the client with the bridge's name, may also contain
 * the mod's own names of controls.
 */
export function resolveControls(bridge: Bridge, blocklists: Blocklists, coarse: boolean): ResolvedControls {
  const wanted = Object.keys(NEUTRAL_NAMES).filter((name) => isFeatureBlocked(blocklists, name));
  const isWanted = (name: string): boolean => wanted.some((above) => isWithin(name, above));
  const controls = Object.entries(bridge.controls);
  const exact = controls.filter(([, names]) => names.length > 0 && names.every(isWanted));
  const covered = namesOf(exact);
  const uncovered = wanted.filter((name) => !covered.some((above) => isWithin(name, above))).sort();
  const coarseControls = controls.filter(([, names]) => names.some((name) => uncovered.includes(name)));
  const coarseNames = uncovered.filter((name) => namesOf(coarseControls).includes(name));
  const allowed = coarse ? [...exact, ...coarseControls] : exact;
  // The names below a blocked name are covered by the control of that name, if the mod has one.
  const above = covered.filter((name) => wanted.includes(name));
  const isNeeded = (name: string): boolean =>
    wanted.includes(name) || !above.some((one) => isWithin(name, one));
  const own = blockedFeatures(blocklists.personal, blocklists.nowMs).filter(
    (name) => name.length <= MAX_NATIVE_NAME_LENGTH,
  );
  const known = own.filter((name) => Object.hasOwn(bridge.controls, name));
  const others = own.filter((name) => bridge.nativeName?.test(name) === true).slice(0, MAX_NATIVE_NAMES);
  const native = [...known, ...others].filter((name) => !isNeutralName(name));
  const unusable = own.filter((name) => !isNeutralName(name) && !native.includes(name));
  const blocked = allowed.filter(([, names]) => names.some(isNeeded)).map(([control]) => control);
  return {
    blocked: [...new Set([...native, ...blocked])].sort(),
    unsupported: [...uncovered.filter((name) => !coarseNames.includes(name)), ...unusable].sort(),
    coarse: coarse ? [] : coarseNames,
  };
}

/** Neutral names that the bridge can block, alone or with `coarse`. */
export function neutralNamesOf(bridge: Bridge): readonly string[] {
  return [...new Set(Object.values(bridge.controls).flat())].sort();
}

/** Whether `name` is `above` itself or is below it, as `a.b` is below `a`. */
function isWithin(name: string, above: string): boolean {
  return name === above || name.startsWith(`${above}.`);
}

type NamedControl = readonly [control: string, names: readonly string[]];

/** The names that these controls block. */
function namesOf(controls: readonly NamedControl[]): readonly string[] {
  return controls.flatMap(([, names]) => names);
}
