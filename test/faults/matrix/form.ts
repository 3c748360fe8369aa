import type { Form } from './row.ts';

/** `npm run chaos` sets this, and makes its table of what is written there. */
export const REPORT_FILE = process.env['FC_CHAOS_REPORT'];

export const IS_LONG_FORM = REPORT_FILE !== undefined;

/** In `npm test` faults are short and the load is light, since other suites run beside them. */
export const FORM: Form = IS_LONG_FORM
  ? {
      faultMs: 1000 * Number(process.env['FC_CHAOS_SECONDS'] ?? 30),
      checksPerSecond: 200,
      getsPerSecond: 2000,
      allowanceMs: 500,
    }
  : { faultMs: 1900, checksPerSecond: 60, getsPerSecond: 100, allowanceMs: 4000 };
