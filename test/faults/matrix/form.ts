import type { Form } from './row.ts';

/** `npm run chaos` and `npm run attack` set this, and make their tables of what is written there. */
export const REPORT_FILE = process.env['FC_ROWS_REPORT'];

export const IS_LONG_FORM = REPORT_FILE !== undefined;

/** In `npm test` faults are short and the load is light, since other suites run beside them. */
export const FORM: Form = IS_LONG_FORM
  ? {
      isLong: true,
      faultMs: 1000 * Number(process.env['FC_ROWS_SECONDS'] ?? 30),
      checksPerSecond: 200,
      getsPerSecond: 2000,
      allowanceMs: 500,
    }
  : { isLong: false, faultMs: 1900, checksPerSecond: 60, getsPerSecond: 100, allowanceMs: 4000 };
