import { expect, it } from '@jest/globals';
import { CommandsUnderTest } from './commands-under-test.ts';

it('edits report what a lost list still blocks, and what they replace', async () => {
  const commands = new CommandsUnderTest();
  commands.lost = new Map([['client:my-mod', 2]]);
  expect(await commands.text('unblock zoom my-mod')).toBe(
    'zoom was not in the list for my-mod.\nRedis has lost the list for my-mod: 2 features kept in memory and still blocked, until the list is written again.',
  );
  commands.asked = { clients: ['my-mod'], features: [] };
  expect(await commands.text('block zoom my-mod')).toBe(
    'Blocked zoom for my-mod.\nRedis had lost the list for my-mod: 2 features that were kept in memory may be unblocked now.',
  );
});
