import { setTimeout as delay } from 'node:timers/promises';
import { outcomeOfEdits, makeEdit } from '../edits.ts';
import type { EditLatency } from '../edits.ts';
import type { Network } from '../network-under-test.ts';
import type { Watch } from './watch.ts';

/** Time between the end of one edit and the next. */
const PAUSE_MS = 300;

/** Makes edits continuously during the fault. Each of them must become visible in time. */
export function watchEdits(network: Network, withinMs: number): Watch {
  const edits: EditLatency[] = [];
  let isOver = false;
  const edit = async (): Promise<void> => {
    while (!isOver) {
      edits.push(await makeEdit(network, withinMs));
      await delay(PAUSE_MS);
    }
  };
  let editing = Promise.resolve();
  return {
    faultBegan() {
      editing = edit();
    },
    faultEnded() {
      isOver = true;
    },
    async stop() {
      await editing;
      return outcomeOfEdits(edits, withinMs);
    },
  };
}
