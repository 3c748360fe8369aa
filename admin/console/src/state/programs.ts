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

/** A program as the console lists it. */
export interface ListedProgram extends ProgramView {
  readonly state: ProgramState;
}

function stateOf({ health, seenAt, stoppedAt }: ProgramView, nowMs: number): ProgramState {
  if (stoppedAt !== undefined) return 'stopped';
  return nowMs - seenAt < GONE_MS ? health : 'dead';
}

/** Whether a program sends heartbeats. */
export function isRunning({ state }: ListedProgram): boolean {
  return state !== 'dead' && state !== 'stopped';
}

export function isProblem({ state }: ListedProgram): boolean {
  return PROBLEMS.includes(state);
}

/**
 * Returns the programs with the worst state first, then by kind and name. Those that no longer run, but were
 * started again under the same name, are omitted.
 */
export function listPrograms({ programs, nowMs }: Programs): readonly ListedProgram[] {
  const listed = programs.map((program) => ({ ...program, state: stateOf(program, nowMs) }));
  const nameOf = ({ kind, name }: ProgramView): string => `${kind} ${name}`;
  const running = new Set(listed.filter(isRunning).map(nameOf));
  return listed
    .filter((program) => isRunning(program) || !running.has(nameOf(program)))
    .sort(
      (one, other) =>
        STATES.indexOf(one.state) - STATES.indexOf(other.state) ||
        PROGRAM_KINDS.indexOf(one.kind) - PROGRAM_KINDS.indexOf(other.kind) ||
        compareNames(one.name, other.name),
    );
}

/** Loads the programs that run, if the token permits it; undefined until they are loaded. */
export function useRunningPrograms(isNeeded: boolean): readonly ListedProgram[] | undefined {
  const isPermitted = useStore().may('metrics:read');
  const path = isNeeded && isPermitted ? 'v1/console/programs' : undefined;
  const { body } = useLoaded<Programs>(path, undefined, true);
  return body && listPrograms(body).filter(isRunning);
}
