import { judgeEdits, makeEdit } from '../edits.ts';
import type { SeenEdit } from '../edits.ts';
import type { Network } from '../network-under-test.ts';
import type { Watch } from './watch.ts';

/** Time between the end of one edit and the next. */
const PAUSE_MS = 300;

/** An admin edits continuously during the fault, and each edit must become visible. */
export function watchEdits(network: Network, withinMs: number): Watch {
  const edits: SeenEdit[] = [];
  let isOver = false;
  const edit = async (): Promise<void> => {
    while (!isOver) {
      edits.push(await makeEdit(network, withinMs));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  let editing = Promise.resolve();
  return {
    began() {
      editing = edit();
    },
    ended() {
      isOver = true;
    },
    async stop() {
      await editing;
      return judgeEdits(edits, withinMs);
    },
  };
}
