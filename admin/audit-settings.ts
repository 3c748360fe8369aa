import type { Variables } from '../node/variables.ts';
import type { AuditBounds } from '../shared/redis/blocklists/history/audit-bounds.ts';

/** Reads the bounds of the recorded history: `AUDIT_ENTRIES` and `AUDIT_DAYS`. @throws {InvalidSetting} */
export function readAuditSettings(variables: Variables): AuditBounds {
  return {
    entries: variables.integer('AUDIT_ENTRIES', 10_000, { from: 1, to: 1_000_000 }),
    days: variables.integer('AUDIT_DAYS', 90, { from: 1, to: 36_500 }),
  };
}
