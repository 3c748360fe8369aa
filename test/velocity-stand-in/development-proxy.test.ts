import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealClient } from './real-client.ts';
import { startDevelopmentProxy, type DevelopmentProxy } from './development-proxy.ts';
import { standInBuild } from './stand-in.ts';

const ECHO = 'probe:echo';
/** Long enough for a client to send a message before a server accepts it. */
const BACKEND_DELAY_MS = '1000';
/** Long enough for a message sent at the announcement to arrive before JoinGame is sent. */
const JOIN_GAME_DELAY_MS = '1000';

let proxy: DevelopmentProxy;

beforeAll(async () => {
  const { probeJar } = await standInBuild();
  proxy = await startDevelopmentProxy(probeJar, [
    '--backend-delay',
    BACKEND_DELAY_MS,
    '--join-game-delay',
    JOIN_GAME_DELAY_MS,
  ]);
});

afterAll(async () => {
  expect(await proxy.end('SIGINT')).toBe(0);
  expect(proxy.lines.filter((line) => line.endsWith('[probe]: stopped'))).toHaveLength(1);
});

it('reports that it is not Velocity', () => {
  expect(proxy.lines[0]).toContain('not Velocity');
});

describe.each([
  { version: '1.8.8', announced: 'Old Probe', early: 'from-server no-server PLAY' },
  { version: '1.20.1', announced: 'legacy:oldprobe', early: 'from-server no-server PLAY' },
  { version: '1.21.1', announced: 'legacy:oldprobe', early: undefined },
])('a real client of $version', ({ version, announced, early }) => {
  let client: RealClient;

  beforeAll(async () => {
    client = new RealClient({
      port: proxy.port,
      version,
      username: `real_${version.replaceAll('.', '_')}`,
      early: { channel: ECHO, content: 'what do you see?' },
    });
    await client.next('joined');
  });

  it('receives the channels before it is in a world', () => {
    const announcements = client.events.filter(({ event }) => event === 'announced');
    expect(announcements).toEqual([
      { event: 'announced', phase: 'play', channels: [announced, 'probe:echo', 'probe:observed'] },
    ]);
  });

  it(`is ${early === undefined ? 'not ' : ''}answered before it is on a server`, () => {
    const answers = client.events.flatMap((event) =>
      event.event === 'message' ? [event.bytes.toString()] : [],
    );
    // The last of these messages may be read after the client has joined the server.
    const beforeServer = answers.filter((answer) => answer.includes('no-server'));
    const matching = beforeServer.filter((answer) => early !== undefined && answer.startsWith(early));
    expect(matching).toEqual(beforeServer);
    expect(matching.length > 0).toBe(early !== undefined);
  });

  it('is answered', async () => {
    client.send(ECHO, 'what do you see?');
    await client.next('message', ({ bytes }) => bytes.includes('from-player lobby PLAY'));
  });

  it('can be moved to another server', async () => {
    proxy.command(`send real_${version.replaceAll('.', '_')} games`);
    await client.next('joined');
    client.send(ECHO, 'what do you see?');
    await client.next('message', ({ bytes }) => bytes.includes('from-player games PLAY'));
  });

  it('can run commands', async () => {
    client.chat('/probe say hello there');
    const { packet } = await client.next('chat');
    expect(JSON.stringify(packet)).toContain('hello there');
  });

  it('can leave', async () => {
    client.leave();
    await client.next('end');
    await proxy.untilPrinted(new RegExp(`real_${version.replaceAll('.', '_')} left`));
  });
});

it('drops a message that a client since 1.20.2 sends between the announcement and JoinGame', async () => {
  const atAnnouncement = { channel: ECHO, content: 'what do you see?' };
  const client = new RealClient({ port: proxy.port, version: '1.20.4', username: 'hasty', atAnnouncement });
  await client.next('joined');
  client.send(ECHO, 'what do you see now?');
  await client.next('message', ({ channel }) => channel === ECHO);
  expect(client.events.filter((event) => event.event === 'message' && event.channel === ECHO)).toHaveLength(
    1,
  );
  client.leave();
});

it('disconnects a second client with the same name', async () => {
  const first = new RealClient({ port: proxy.port, version: '1.20.1', username: 'twin' });
  await first.next('joined');
  const second = new RealClient({ port: proxy.port, version: '1.20.1', username: 'twin' });
  await second.next('kicked', ({ reason }) => JSON.stringify(reason).includes('already connected'));
  await second.next('end');
  first.send(ECHO, 'still here?');
  await first.next('message');
  first.leave();
});

describe('npm run check', () => {
  const ANSWER = { id: 'a', ok: true, payload: { blocklist: ['fly'] } };

  it('prints the answer to standard output, and all other messages to standard error', async () => {
    const run = await proxy.check('--channel', ECHO, '--raw', JSON.stringify(ANSWER));
    expect(JSON.parse(run.stdout)).toEqual(ANSWER);
    expect(run.stderr).toMatch(/joined 127\.0\.0\.1:\d+ as check_\w+, with Minecraft 1\.21\.1/);
    expect(run.stderr).toMatch(/blocked: fly\n$/);
    expect(run.stderr).not.toContain('\u001b');
    expect(run.exitCode).toBe(0);
  });

  it('sends the same request as a mod, also with an old client', async () => {
    const run = await proxy.check(
      '--channel',
      ECHO,
      '--client',
      'm',
      '--features',
      'fly,map',
      '--version',
      '1.8.8',
    );
    expect(JSON.parse(run.stdout)).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      method: 'checkFeatures',
      payload: { client: 'm', features: ['fly', 'map'] },
    });
    // The probe sends the request back, which is not a valid answer.
    expect(run.exitCode).toBe(1);
  });

  it('exits with 1 after an error answer, and explains it', async () => {
    const refusal = { id: 'a', ok: false, error: 'BAD_REQUEST', message: 'Something is missing.' };
    const run = await proxy.check('--channel', ECHO, '--raw', JSON.stringify(refusal));
    expect(run).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/BAD_REQUEST: Something is missing\.\n$/),
    });
  });

  it('exits with 3 if the channel is not announced, and lists the announced channels', async () => {
    const run = await proxy.check('--client', 'm', '--features', 'fly', '--timeout', '0.5');
    expect(run.stdout).toBe('');
    expect(run.stderr).toContain(
      'does not announce service:feature-control, but legacy:oldprobe, probe:echo',
    );
    expect(run.exitCode).toBe(3);
  });

  it('exits with 3 if nothing answers', async () => {
    const run = await proxy.check('--channel', 'probe:observed', '--raw', 'hello', '--timeout', '0.5');
    expect(run).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('no answer') });
  });

  it('exits with 3 if nothing listens', async () => {
    const run = await proxy.check('--port', '1', '--client', 'm', '--features', 'fly');
    expect(run).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('nothing listens on 127.0.0.1:1'),
    });
  });

  it.each([
    { options: ['--client', 'm'], problem: '--client and --features are needed' },
    { options: ['--raw', '{}', '--client', 'm'], problem: '--raw is the whole packet' },
    {
      options: ['--client', 'm', '--features', '', '--version', '9.9'],
      problem: '--version is one of 1.7, 1.8.8',
    },
    {
      options: ['--client', 'm', '--features', '', '--timeout', 'soon'],
      problem: '--timeout is more than 0',
    },
    { options: ['--client', 'm', '--features', '', '--username', 'a b'], problem: '--username is 1 to 16' },
    { options: ['--nonsense'], problem: "Unknown option '--nonsense'" },
  ])('exits with 2 and reports "$problem"', async ({ options, problem }) => {
    const run = await proxy.check(...options);
    expect(run).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(problem) });
  });
});
