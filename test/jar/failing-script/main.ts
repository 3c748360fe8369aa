import { start as startPlugin } from '../../../plugin/src/main.ts';
import type { Program } from '../../../plugin/src/main.ts';

/** A packet that makes the program itself throw, before it dispatches the request. */
export const FATAL_PACKET = 'fail before anybody looks';
/** The same, after a promise for which nobody waits. */
export const LATE_FATAL_PACKET = 'fail after a promise';

/** The plugin, which throws on two packets. Its methods are those of create-methods.ts in this folder. */
export function start(...given: Parameters<typeof startPlugin>): Program | string {
  const program = startPlugin(...given);
  if (typeof program === 'string') return program;
  return {
    ...program,
    receive: (packet, player, text, reason) => {
      if (text === FATAL_PACKET) throw new Error('the program threw');
      if (text === LATE_FATAL_PACKET) void Promise.reject(new Error('the promise was rejected'));
      else program.receive(packet, player, text, reason);
    },
  };
}
