import { expect, it } from '@jest/globals';
import { CommandsUnderTest, STATUS } from './commands-under-test.ts';

it('the commands report the lists that are kept although Redis has lost them', async () => {
  const commands = new CommandsUnderTest();
  commands.lost = new Map([
    ['global', 1],
    ['client:my-mod', 2],
    ['server:lobby', 3],
  ]);
  const line = (whom: string, features: string) =>
    `Redis has lost the list for ${whom}: ${features} kept in memory and still blocked, until the list is written again.`;
  expect(await commands.text('list')).toBe(
    `The list for every client is empty.\n${line('every client', '1 feature')}`,
  );
  expect(await commands.text('list my-mod')).toBe(
    `The list for my-mod is empty.\n${line('my-mod', '2 features')}`,
  );
  expect(await commands.text('list --server lobby')).toContain(
    line('every client on the server lobby', '3 features'),
  );
  expect(await commands.text('check my-mod fly')).toBe(
    `1 of 1 feature blocked for my-mod: fly.\n${line('every client', '1 feature')}\n${line('my-mod', '2 features')}`,
  );
  commands.status = { ...STATUS, lists: { ...STATUS.lists, lost: 2 } };
  expect(await commands.text('status')).toContain(
    '; 2 lists kept in memory, because Redis has lost its data.',
  );
});

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
