import type { Timers } from '../../../shared/timers.ts';
import type { ScriptThread } from '../../types/bridge.ts';

/** Timers on the script thread, which logs what an action throws. */
export function createScriptTimers(thread: ScriptThread): Timers {
  return {
    after(delayMs, action) {
      const timer = thread.schedule(action, Math.ceil(delayMs));
      return () => {
        timer.cancel(false);
      };
    },
  };
}
