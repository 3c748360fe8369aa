import type { ProgramView, Programs } from '../../../../shared/rest/console.ts';
import { compareNames } from './compare-names.ts';
import { useStore } from './store.ts';
import { useLoaded } from './use-loaded.ts';

/** A program without a heartbeat for this time counts as gone, in milliseconds. */
const GONE_MS = 15_000;

/** The kinds of programs, in the order in which they are listed. */
export const PROGRAM_KINDS = ['proxy', 'sidecar', 'admin'] as const;

/** Its health; or `stopped`, or `dead` if it does not report without having been stopped. */
export type ProgramState = ProgramView['health'] | 'dead' | 'stopped';

/** The states that need somebody, the worst first, and the others. */
const PROBLEMS: readonly ProgramState[] = ['dead', 'degraded', 'starting'];
const STATES: readonly ProgramState[] = [...PROBLEMS, 'ok', 'stopped'];

/** Whether a program sends heartbeats. @param nowMs by the clock of Redis */
export function isRunning({ seenAt, stoppedAt }: ProgramView, nowMs: number): boolean {
  return stoppedAt === undefined && nowMs - seenAt < GONE_MS;
}

export function stateOf(program: ProgramView, nowMs: number): ProgramState {
  if (isRunning(program, nowMs)) return program.health;
  return program.stoppedAt === undefined ? 'dead' : 'stopped';
}

export function isProblem(state: ProgramState): boolean {
  return PROBLEMS.includes(state);
}

/**
 * Returns the programs with the worst state first, then by kind and name. Those that no longer run, but were
 * started again under the same name, are omitted.
 */
export function sortPrograms({ programs, nowMs }: Programs): readonly ProgramView[] {
  const running = programs.filter((program) => isRunning(program, nowMs));
  const nameOf = ({ kind, name }: ProgramView): string => `${kind} ${name}`;
  const names = new Set(running.map(nameOf));
  const rank = (program: ProgramView): number => STATES.indexOf(stateOf(program, nowMs));
  return programs
    .filter((program) => isRunning(program, nowMs) || !names.has(nameOf(program)))
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) ||
        PROGRAM_KINDS.indexOf(one.kind) - PROGRAM_KINDS.indexOf(other.kind) ||
        compareNames(one.name, other.name),
    );
}

/** Loads the programs that run, if the token permits it; undefined until they are loaded. */
export function useRunningPrograms(isNeeded: boolean): readonly ProgramView[] | undefined {
  const isPermitted = useStore().may('metrics:read');
  const path = isNeeded && isPermitted ? 'v1/console/programs' : undefined;
  const { body } = useLoaded<Programs>(path, undefined, true);
  return body?.programs.filter((program) => isRunning(program, body.nowMs));
}
