import type { ProgramView, Programs } from '../../../../shared/rest/console.ts';
import { useStore } from './store.ts';
import { useLoaded } from './use-loaded.ts';

/** A program without a heartbeat for this time counts as gone, in milliseconds. */
const GONE_MS = 15_000;

/** Whether a program sends heartbeats. @param nowMs by the clock of Redis */
export function isRunning({ seenAt, stoppedAt }: ProgramView, nowMs: number): boolean {
  return stoppedAt === undefined && nowMs - seenAt < GONE_MS;
}

/** Loads the programs that run, if the token permits it; undefined until they are loaded. */
export function useRunningPrograms(isNeeded: boolean): readonly ProgramView[] | undefined {
  const isPermitted = useStore().may('metrics:read');
  const path = isNeeded && isPermitted ? 'v1/console/programs' : undefined;
  const { body } = useLoaded<Programs>(path, undefined, true);
  return body?.programs.filter((program) => isRunning(program, body.nowMs));
}
