import type { NodeView, Nodes } from '../../../../shared/rest/console.ts';
import { useStore } from './store.ts';
import { useLoaded } from './use-loaded.ts';

/** A program without a heartbeat for this time counts as gone, in milliseconds. */
const GONE_MS = 15_000;

/** Whether a program has stopped sending heartbeats. @param nowMs by the clock of Redis */
export function isGone({ seenAt }: NodeView, nowMs: number): boolean {
  return nowMs - seenAt >= GONE_MS;
}

/** Loads the programs that run, if the token permits it; undefined until they are loaded. */
export function useRunningNodes(isNeeded: boolean): readonly NodeView[] | undefined {
  const isPermitted = useStore().may('metrics:read');
  const path = isNeeded && isPermitted ? 'v1/console/nodes' : undefined;
  const { body } = useLoaded<Nodes>(path, undefined, true);
  return body?.nodes.filter((node) => !isGone(node, body.nowMs));
}
