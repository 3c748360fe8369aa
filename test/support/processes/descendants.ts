import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Returns the ids of all direct and indirect child processes. */
export function descendantsOf(pid: number): number[] {
  const parents = existsSync('/proc/self/stat') ? parentsFromProc() : parentsFromPs();
  const children = [...parents].filter(([, parent]) => parent === pid).map(([child]) => child);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function parentsFromProc(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentInProc(name);
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  return parents;
}

/**
 * Returns the parent's id; undefined if the process has ended. The name of a program may contain spaces and
 * brackets, so only the text after the last bracket is parsed.
 */
function parentInProc(pid: string): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function parentsFromPs(): Map<number, number> {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return new Map(lines.map((line) => line.trim().split(/ +/).map(Number) as [number, number]));
}
