import { describe, expect, it } from '@jest/globals';
import { RecordingClient } from '../bridges/bridges-under-test.ts';
import { CommandsUnderTest } from './commands-under-test.ts';

describe('bridges', () => {
  it('shows what each one blocks, cannot block, and can block only with others', async () => {
    const commands = new CommandsUnderTest();
    commands.enableBridges();
    await commands.block(undefined, 'minimap.cave-mode', 'zoom');
    const text = await commands.text('bridges');
    expect(text).toContain(
      'xaero (Xaero’s Minimap and World Map): 0 players, 0 messages. Blocked: none.\n' +
        'xaero cannot block zoom.\n' +
        'xaero can block only together with other features (bridges.coarse): minimap.cave-mode.\n' +
        'voxelmap (VoxelMap-Updated): 0 players, 0 messages. Blocked: cavesAllowed.\n' +
        'voxelmap cannot block zoom.\n',
    );
    expect(text).toContain('badlion (Badlion Client): sent to every player, 0 messages. Blocked: Zoom.');
  });

  it('shows what older versions of a mod ignore', async () => {
    const commands = new CommandsUnderTest();
    commands.enableBridges();
    await commands.block(undefined, 'world-map', 'minimap.radar');
    expect(await commands.text('bridges')).toContain(
      '\nvoxelmap ignores up to Minecraft 1.20.6: worldmapAllowed.\n',
    );
  });

  it('shows that the lists have not been read yet', async () => {
    const commands = new CommandsUnderTest();
    commands.enableBridges();
    const unread = /^The lists have not been read from Redis yet\.$/m;
    expect(await commands.text('bridges')).not.toMatch(unread);
    commands.isUnread = true;
    expect(await commands.text('bridges')).toMatch(unread);
  });

  it('are shown with the number of players that have the mod before they are enabled', async () => {
    const commands = new CommandsUnderTest();
    const none = 'No bridge is enabled: see [bridges] in config.toml.';
    expect(await commands.text('bridges')).toBe(none);
    commands.bridges.registered('a', new RecordingClient(), ['xaerominimap:main']);
    expect(await commands.text('bridges')).toBe(`${none}\nNot enabled: xaero (1 player).`);
  });

  it('are named if unblocking takes effect later', async () => {
    const commands = new CommandsUnderTest();
    commands.enableBridges();
    for (const client of [undefined, 'marlow']) await commands.block(client, 'crystal-optimizer');
    expect(await commands.text('unblock crystal-optimizer')).toBe(
      'Unblocked crystal-optimizer for every client.\n' +
        'In Marlow’s Crystal Optimizer it takes effect after the player has restarted the game.\n' +
        'In FastCrystal it takes effect after the player has logged in again.',
    );
    expect(await commands.text('unblock crystal-optimizer marlow')).toContain('\nIn Marlow');
    await commands.block('axolotl-client', 'lowfire', 'zoom');
    expect(await commands.text('unblock lowfire axolotl-client')).toContain(
      '\nIn AxolotlClient it takes effect after the player has logged in again.',
    );
    expect(await commands.text('unblock zoom axolotl-client')).not.toContain('takes effect');
  });

  it('have their feature names completed', async () => {
    const commands = new CommandsUnderTest();
    commands.enableBridges();
    expect((await commands.complete('block waypoints')).texts).toEqual([
      'waypoints',
      'waypoints.death',
      'waypoints.teleport',
    ]);
    expect((await commands.complete('block waila lun')).texts).toEqual(['lunar']);
    expect(await commands.text('block waila lunar')).toBe('Blocked waila for lunar.');
  });
});
