import type { EditConflict } from '../../../shared/feature-control/blocklist-editor.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import { formatTime } from '../output.ts';

/** Describes a state: `blocked`, `free` or `until <time>`. */
export function describeState({ permanent, untilMs }: EntryState): string {
  if (permanent) return 'blocked';
  return untilMs === undefined ? 'free' : `until ${formatTime(untilMs)}`;
}

/** Describes the entries that others have changed, a line each. */
export function describeConflicts(conflicts: readonly EditConflict[]): string {
  return conflicts
    .map(({ feature, lastChange, state }) => {
      const by = lastChange && `, by ${lastChange.actor} at ${formatTime(lastChange.atMs)}`;
      return `${feature} has changed since: it is ${describeState(state)} now${by ?? ''}`;
    })
    .join('\n');
}
