import { NodeTimers } from '../../../../node/node-timers.ts';
import { SystemClock } from '../../../../node/system-clock.ts';
import { describeMirror } from '../../../contracts/mirror.contract.ts';
import { startMemoryStore } from '../../../contracts/mirror-stores.ts';
import { openMirror } from '../../../contracts/observed-mirror.ts';

describeMirror('memory', {
  startStore: () => Promise.resolve(startMemoryStore()),
  create: ({ changeFeed, commands }, prefix) =>
    openMirror(
      { commands, changeFeed, clock: new SystemClock(), timers: new NodeTimers() },
      prefix,
      () => undefined,
    ),
});
