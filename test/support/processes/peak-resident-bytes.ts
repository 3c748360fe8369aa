import { existsSync, readFileSync } from 'node:fs';

/** Returns the peak memory of a running process, as Linux reports it; undefined on other systems. */
export function peakResidentBytes(pid: number): number | undefined {
  const path = `/proc/${pid}/status`;
  if (!existsSync('/proc/self/status')) return undefined;
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(path, 'utf8'))?.[1];
  if (kibibytes === undefined) throw new Error(`${path} has no VmHWM`);
  return Number(kibibytes) * 1024;
}
