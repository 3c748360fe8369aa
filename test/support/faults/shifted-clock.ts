import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The clock of programs that are started with its environment, set while they run. */
export interface ShiftedClock {
  readonly env: Readonly<Record<string, string>>;
  /** From now on it is that much ahead of the machine's clock, or behind it. */
  shift(seconds: number): void;
  remove(): void;
}

/** Why clocks cannot be set here; undefined where they can. */
export const NO_CLOCKS =
  process.env['FC_FAKETIME'] === undefined ? 'there is no libfaketime on this machine' : undefined;

/**
 * Only the time of day is set, as an admin would: what counts on from the machine's start, such as timers,
 * goes on.
 */
export function createShiftedClock(): ShiftedClock {
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-clock-'));
  const file = join(directory, 'offset');
  const shift = (seconds: number): void => {
    writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`);
  };
  shift(0);
  return {
    env: {
      LD_PRELOAD: process.env['FC_FAKETIME'] ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    shift,
    remove() {
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
