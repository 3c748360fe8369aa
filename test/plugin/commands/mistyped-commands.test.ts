import { beforeEach, describe, expect, it } from '@jest/globals';
import { CommandSet } from '../../../plugin/src/commands/command-set.ts';
import { plainText } from '../../../plugin/src/commands/reply.ts';
import type { Reply } from '../../../plugin/src/commands/reply.ts';
import { MemoryEditableBlocklists } from '../../support/fakes/memory-editable-blocklists.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';

describe('the commands help whoever mistypes them: they', () => {
  let logger: RecordingLogger;
  let set: CommandSet;
  let asked: { clients: string[]; features: string[] };

  beforeEach(() => {
    logger = new RecordingLogger();
    asked = { clients: [], features: [] };
    const service = {
      editable: new MemoryEditableBlocklists(),
      blocklists: { lookUp: () => undefined, clientsStartingWith: () => [] },
      catalogue: {
        note: () => undefined,
        clients: () => Promise.resolve(asked.clients),
        features: () => Promise.resolve(asked.features),
      },
    };
    const never = () => {
      throw new Error('nobody asks for it here');
    };
    set = new CommandSet({ service: () => service, status: never, reload: never }, logger);
  });

  const run = async (line: string, player?: string): Promise<Reply> => {
    const [name, ...rest] = line.split(' ');
    const command = set.commands.find((one) => one.name === name);
    if (command === undefined) throw new Error(`There is no ${name ?? ''}`);
    return await set.run(command, rest.join(' '), player);
  };

  it('say how to type them where they were given: with a slash in the chat, without in the console', async () => {
    const [inConsole, inChat] = [await run('check my-mod'), await run('check my-mod', 'Steve')];
    expect(plainText(inConsole)).toMatch(/^Usage: featurecontrol check /);
    expect(plainText(inChat)).toMatch(/^Usage: \/featurecontrol check /);
    const usable = set.commands.filter(({ name }) => name === 'list' || name === 'status');
    expect(plainText(set.overview(usable, '', undefined))).toBe(
      `featurecontrol list [client] – shows what is blocked for every client, or for one
featurecontrol status – shows the state of the plugin, of Redis and of the lists
The client is the identifier of a mod, such as my-mod.`,
    );
    expect(plainText(set.overview(usable, 'help', 'Steve'))).toMatch(/^\/featurecontrol list /);
  });

  it('are listed where there is no such command', () => {
    const answer = set.overview(set.commands, 'blok fly', undefined);
    expect(answer.tone).toBe('failed');
    expect(plainText(answer)).toMatch(
      /^There is no command blok\. There are:\nfeaturecontrol block <feature> \[client\] – /,
    );
  });

  it('warn of a client that no mod has named: the feature may have a blank in its name', async () => {
    asked = { clients: ['my-mod'], features: [] };
    expect(plainText(await run('block x-ray vision'))).toBe(
      `Blocked x-ray for vision.
No mod with the identifier vision has asked lately.
If you meant a feature whose name has a blank, put it in quotes: "x-ray vision".`,
    );
    expect(plainText(await run('block fly my-mod'))).toBe('Blocked fly for my-mod.');
    await run('block other vision', 'Steve');
    expect(logger.at('info')).toEqual(['Steve: Blocked other for vision.']);
  });
});
