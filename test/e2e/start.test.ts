import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { ask } from '../support/http/http.ts';
import { untilGone } from '../support/processes/is-alive.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { useRedis } from '../support/redis/use-redis.ts';
import { startNetwork, type StartedNetwork } from './started-network.ts';

const START_TIMEOUT_MS = 250_000;
const { VELOCITY_JAR } = process.env;

const PROXIES = [
  { title: 'the development proxy', settings: {}, startLine: 'development proxy: a stand-in' },
  ...(VELOCITY_JAR
    ? [{ title: 'a real Velocity', settings: { VELOCITY_JAR }, startLine: 'Velocity, offline mode' }]
    : []),
];

describe.each(PROXIES)('npm start with $title and a Redis of its own', ({ settings, startLine }) => {
  let network: StartedNetwork;

  beforeAll(async () => {
    network = await startNetwork(settings);
  }, START_TIMEOUT_MS);
  afterAll(() => {
    network.cleanUp();
  });

  const get = async (path: string) => {
    const { status, json } = await ask(network.url, `/v1/${path}`);
    return { status, body: json };
  };
  const redisCli = async (...command: string[]) =>
    await network.runTool('tools/start/redis-cli.mjs', ...command);
  const check = async (features: string) => {
    const options = ['--client', 'my-mod', '--features', features];
    const { code, stdout, stderr } = await network.runTool('tools/check/check.mjs', ...options);
    return code === 0 ? (JSON.parse(stdout) as unknown) : stderr;
  };
  const answerWith = (...blocklist: string[]) => ({
    id: expect.any(String) as unknown,
    ok: true,
    payload: { blocklist },
  });

  it('prints what runs where, and that Redis has example data', () => {
    const text = network.lines.join('\n');
    expect(text).toContain('now filled with example data');
    expect(text).toContain(startLine);
    expect(text).toMatch(/^ {2}console {2}http:\/\/127\.0\.0\.1:\d+\/console#key=\S+/m);
    expect(text).toContain(`curl ${network.url}/v1/servers`);
    expect(text).toContain('npm run check -- --client my-mod --features fly,minimap');
  });

  it('names the proxy by the port that players use', async () => {
    const script = "return redis.call('HGET', redis.call('KEYS', 'fc:program:proxy:*')[1], 'name')";
    const isNamed = async () =>
      (await redisCli('EVAL', script, '0')).stdout.includes(`:${network.proxyPort}`);
    await eventually(isNamed, { what: 'the heartbeat of the proxy' });
  });

  it('answers all five operations with the example data', async () => {
    expect(await get('health')).toStrictEqual({ status: 200, body: { status: 'ok' } });
    const { body: servers } = await get('servers');
    expect(Object.keys(servers as object)).toStrictEqual(['lobby', 'skyblock', 'survival']);
    expect(await get('servers?id=lobby')).toStrictEqual({
      status: 200,
      body: { id: 'lobby', displayName: 'Lobby' },
    });
    expect(await get('servers?id=nether')).toMatchObject({
      status: 404,
      body: { error: expect.any(String) },
    });
    expect(await get('events?server=survival')).toMatchObject({
      status: 200,
      body: [{ id: 'double-coins' }],
    });
    expect(await get('votings?server=skyblock')).toMatchObject({
      status: 200,
      body: [{ id: 'skyblock-size', candidates: [{ votes: 8 }, { votes: 19 }] }],
    });
    const { body: trades } = await get('coins-trades?limit=3');
    expect(trades).toHaveLength(3);
  });

  it('answers a mod', async () => {
    expect(await check('minimap,zoom,fly')).toStrictEqual(answerWith('minimap', 'fly'));
  });

  it('shows the changes of an admin, in the game and over HTTP', async () => {
    expect(await redisCli('SADD', 'fc:blocklist:global', 'zoom')).toMatchObject({
      code: 0,
      stdout: '(integer) 1\n',
    });
    await redisCli('SET', 'fc:server:nether', '{"displayName":"Nether"}');
    await redisCli('XADD', 'fc:coins-trades', '*', 'rate', '99.5', 'datetime', '1');
    await eventually(async () => (await get('servers?id=nether')).status === 200);
    const latest = async () => JSON.stringify((await get('coins-trades?limit=1')).body);
    await eventually(async () => (await latest()) === '[{"rate":99.5,"datetime":1}]');
    expect(await check('minimap,zoom,fly')).toStrictEqual(answerWith('minimap', 'zoom', 'fly'));
  });

  it('refuses to start a second time', async () => {
    const { code, stderr } = await network.runTool('tools/start/start.mjs');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^feature-control: it is already running as process \d+: stop that one first, or set FC_RUN_DIRECTORY to another folder for a second network\n$/,
    );
  });

  it('stops on Ctrl-C, and leaves no process behind', async () => {
    const pids = network.pids();
    expect(pids.length).toBeGreaterThanOrEqual(5);
    process.kill(-(network.npm.pid ?? 0), 'SIGINT');
    expect(await network.ended()).toBe(0);
    await untilGone(pids);
    expect(network.lines).toContain('stopping');
  });
});

describe('npm start with the user’s Redis', () => {
  const keyPrefix = uniquePrefix();
  let network: StartedNetwork;
  const redis = useRedis();

  beforeAll(async () => {
    await redis.set(`${keyPrefix}server:mine`, '{"displayName":"Mine"}');
    network = await startNetwork({ REDIS_URL: testRedisUrl(), KEY_PREFIX: keyPrefix });
  }, START_TIMEOUT_MS);
  afterAll(() => {
    network.cleanUp();
  });

  it('serves the existing data, and adds no example data', async () => {
    const { json } = await ask(network.url, '/v1/servers');
    expect(json).toStrictEqual({ mine: { id: 'mine', displayName: 'Mine' } });
    // Except for the permit of the first request and the heartbeats of the programs, which expire.
    const all = await redis.keys(`${keyPrefix}*`);
    const keys = all.filter((key) => !/^(?:ratelimit|program):/.test(key.slice(keyPrefix.length)));
    expect(keys).toStrictEqual([`${keyPrefix}server:mine`]);
    expect(network.lines.join('\n')).toContain('yours, from REDIS_URL');
  });

  it('leaves no process behind when npm is killed, and leaves Redis alone', async () => {
    const pids = network.pids();
    network.npm.kill('SIGKILL');
    await untilGone(pids);
    expect(await redis.ping()).toBe('PONG');
  });
});
