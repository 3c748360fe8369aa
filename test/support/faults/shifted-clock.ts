import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A clock that a test can set while programs are running that were started with its environment. */
export interface ShiftedClock {
  readonly env: Readonly<Record<string, string>>;
  /** Sets by how much the clock is ahead of the machine's clock; negative if it is behind. */
  shift(seconds: number): void;
  remove(): void;
}

/** Why clocks cannot be set on this machine; undefined if they can. */
export const NO_CLOCKS =
  process.env['FC_FAKETIME'] === undefined ? 'there is no libfaketime on this machine' : undefined;

/** Sets only the time of day, as an admin would. Monotonic time, and with it timers, is not affected. */
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
