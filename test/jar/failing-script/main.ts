import { start as startPlugin } from '../../../plugin/src/main.ts';
import type { Program } from '../../../plugin/src/main.ts';

/** A packet at which the program itself fails, before anything can answer. */
export const FATAL_PACKET = 'fail before anybody looks';

/** The plugin, but for one packet. Its methods are those of create-methods.ts beside this file. */
export function start(...given: Parameters<typeof startPlugin>): Program | string {
  const program = startPlugin(...given);
  if (typeof program === 'string') return program;
  return {
    ...program,
    receive: (packet, player, text, reason) => {
      if (text === FATAL_PACKET) throw new Error('the program threw');
      program.receive(packet, player, text, reason);
    },
  };
}
