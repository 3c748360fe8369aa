import type { Variables } from '../node/variables.ts';

/** Reads how many changes the history of a list keeps: `AUDIT_ENTRIES`. @throws {InvalidSetting} */
export function readHistoryEntries(variables: Variables): number {
  return variables.integer('AUDIT_ENTRIES', 10_000, { from: 1, to: 1_000_000 });
}
