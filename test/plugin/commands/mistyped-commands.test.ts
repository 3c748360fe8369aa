import { beforeEach, describe, expect, it } from '@jest/globals';
import { plainText } from '../../../plugin/src/messages/plain-text.ts';
import { clientOf } from '../../../shared/feature-control/blocklist-name.ts';
import { CommandsUnderTest } from './commands-under-test.ts';

describe('the commands help with mistyped input: they', () => {
  let commands: CommandsUnderTest;

  beforeEach(() => {
    commands = new CommandsUnderTest();
  });

  it('show the usage with a slash in the chat, and without one in the console', async () => {
    const [inConsole, inChat] = [
      await commands.run('check my-mod'),
      await commands.run('check my-mod', 'Steve'),
    ];
    expect(plainText(inConsole)).toMatch(/^Usage: featurecontrol check /);
    expect(plainText(inChat)).toMatch(/^Usage: \/featurecontrol check /);
    const usable = commands.set.commands.filter(({ name }) => name === 'list' || name === 'status');
    expect(plainText(await commands.set.run(usable, '', undefined))).toBe(
      `featurecontrol list [client] – shows what is blocked for every client, or for one
featurecontrol status – shows the state of the plugin, of Redis and of the lists
The client is the identifier of a mod, such as my-mod.`,
    );
    expect(plainText(await commands.set.run(usable, 'help', 'Steve'))).toMatch(/^\/featurecontrol list /);
  });

  it('warn of an unknown client, as the name of the feature may contain a space', async () => {
    commands.asked = { clients: ['my-mod'], features: [] };
    expect(plainText(await commands.run('block x-ray vision'))).toBe(
      `Blocked x-ray for vision.
No mod with the identifier vision has sent a request recently. If you meant a feature whose name contains a space, put it in quotes: "x-ray vision".`,
    );
    expect(plainText(await commands.run('block fly my-mod'))).toBe('Blocked fly for my-mod.');
    await commands.run('block other vision', 'Steve');
    expect(commands.logger.at('info')).toEqual(['Steve: Blocked other for vision.']);
  });

  it('name what was probably meant, and block nothing without --yes', async () => {
    commands.asked = { clients: ['my-mod'], features: ['fly'] };
    const CONFIRM = 'Nothing was changed. To block it nevertheless, add --yes.';
    const doubtful = {
      'block flyy': 'No mod has recently requested the feature flyy. Did you mean fly?',
      'block fly my-mdo':
        'No mod with the identifier my-mdo has sent a request recently. Did you mean my-mod?',
      'block my-mod':
        'my-mod is the name of a mod, not of a feature. To block a feature for it, write the feature first.',
      'block fly,zoom':
        'fly,zoom is one name. Did you mean fly, zoom? Then block each by a command of its own.',
    };
    for (const [line, doubt] of Object.entries(doubtful))
      expect(await commands.text(line)).toBe(`${doubt}\n${CONFIRM}`);
    expect(commands.stored.recorded).toEqual([]);
    expect(await commands.text('block flyy --yes --reason it is so')).toBe('Blocked flyy for every client.');
    expect(await commands.text('unblock fly')).toBe(
      'fly was not in the list for every client.\nDid you mean flyy?',
    );
    expect(await commands.text('where Fly')).toBe('No list blocks Fly.\nDid you mean fly?');
    expect(await commands.text('list mymod')).toBe('The list for mymod is empty.\nDid you mean my-mod?');
    expect(await commands.text('list --server Lobby')).toMatch(/\nDid you mean lobby\?$/);
  });

  it('warn of a game server that this proxy does not have, as its name may be misspelled', async () => {
    expect(await commands.text('block fly --server loby')).toBe(
      `Blocked fly for every client on the server loby.
No game server of this proxy has the name loby.`,
    );
    expect(await commands.text('block fly --server Lobby')).toBe('The proxies call this server lobby.');
    expect(await commands.text('block fly --server lobby')).toBe(
      'Blocked fly for every client on the server lobby.',
    );
  });

  it.each([
    ['history --feature fly', '--feature', 'featurecontrol history [feature] [client]'],
    ['check --server lobby my-mod fly', '--server', 'featurecontrol check <client> <feature…>'],
    ['mods --all', '--all', 'featurecontrol mods'],
    ['list --player Steve', '--player', 'featurecontrol list [client] [--server …]'],
  ])('refuse the unknown option of %j, with the usage', async (line, option, usage) => {
    expect(await commands.text(line)).toBe(`Unknown option ${option}. Usage: ${usage}`);
  });

  it.each([
    ['block zoom --for 30m --reason too "fast', ['zoom', undefined, 'too "fast']],
    ['block --client my-mod --reason "too fast" zoom', ['zoom', 'my-mod', 'too fast']],
    ['block --reason griefing --for now', undefined],
    ['block zoom my-mod --reason  it is "too fast --for 2h 30m', ['zoom', 'my-mod', 'it is "too fast']],
    ['block zoom my-mod --reason too fast --for 2h 30m', ['zoom', 'my-mod', 'too fast']],
    ['block --for 2h 30m zoom my-mod', ['zoom', 'my-mod', undefined]],
    ['block --reason too fast', undefined],
    ['block zoom --reason it is --for fun', undefined],
    ['block zoom --for 30m lag', undefined],
    ['block zoom --until tomorrow morning', undefined],
  ])(
    'take the options of %j in any place, and the words up to the next option as the reason',
    async (line, recorded) => {
      await commands.run(line);
      const edits = commands.stored.recorded.map(({ changes: [change], list, reason }) => [
        change?.feature,
        clientOf(list),
        reason,
      ]);
      expect(edits).toEqual(recorded === undefined ? [] : [recorded]);
    },
  );
});
