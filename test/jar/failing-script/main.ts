import { start as startPlugin } from '../../../plugin/src/main.ts';
import type { Program } from '../../../plugin/src/main.ts';
import type { ScriptHost } from '../../../plugin/types/bridge.ts';
import type {} from '../../../plugin/types/graalvm-polyglot-types.ts';

/** A packet that makes the program itself throw, before it dispatches the request. */
export const FATAL_PACKET = 'fail before anybody looks';
/** The same, after a timer. */
export const LATE_FATAL_PACKET = 'fail after a timer';

/** The plugin, which throws on two packets. Its methods are those of create-methods.ts in this folder. */
export function start(...given: Parameters<typeof startPlugin>): Program | string {
  const program = startPlugin(...given);
  if (typeof program === 'string') return program;
  return {
    ...program,
    receive: (packet, player, text, reason) => {
      if (text === FATAL_PACKET) throw new Error('the program threw');
      if (text === LATE_FATAL_PACKET) void failAfterTimer(given[0]);
      else program.receive(packet, player, text, reason);
    },
  };
}

async function failAfterTimer(host: ScriptHost): Promise<void> {
  await new Promise<void>((resolve) => host.thread().schedule(resolve, 0));
  throw new Error('what follows the timer threw');
}
