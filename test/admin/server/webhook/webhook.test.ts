import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clientList, GLOBAL_LIST } from '../../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED } from '../../../../shared/feature-control/entry-state.ts';
import { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import type { ChangeBody } from '../../../../shared/rest/blocklist-edits.ts';
import { eventually } from '../../../support/eventually.ts';
import { startBuiltAdminServer, type BuiltServer } from '../../../support/http/built-servers.ts';
import { answerWith, isSigned, WebhookReceiver } from '../../../support/http/webhook-receiver.ts';
import { createEditor } from '../../../support/redis/create-editor.ts';
import { testRedisUrl } from '../../../support/redis/redis.ts';
import { storeToken } from '../../../support/redis/store-token.ts';
import { useRedis } from '../../../support/redis/use-redis.ts';
import { createCli } from '../../cli/run-cli.ts';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const NOTHING = (): void => undefined;

let receiver: WebhookReceiver;
let server: BuiltServer;
const redis = useRedis();
let keys: RedisKeys;
let token: string;

beforeAll(async () => {
  receiver = new WebhookReceiver();
  await receiver.start();
  const WEBHOOK_URL = `${receiver.origin}/secret-path`;
  server = await startBuiltAdminServer({ WEBHOOK_URL, WEBHOOK_SECRET: SECRET });
  keys = new RedisKeys(server.keyPrefix);
  token = await storeToken(redis, keys, 'blocklists:write metrics:read');
  await untilReady();
  await eventually(async () => (await redis.keys(`${keys.webhooks}*`)).length > 0);
});

beforeEach(() => {
  receiver.received.length = 0;
});

afterEach(() => {
  receiver.otherwise = answerWith(204);
});

afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

async function untilReady(): Promise<void> {
  await eventually(async () => (await fetch(`${server.origin}/ready`)).ok);
}

/** Edits the global list over HTTP. @returns the status */
async function block(feature: string, reason = 'tournament'): Promise<number> {
  const headers = { Authorization: `Bearer ${token}`, 'If-Match': '*', 'Content-Type': 'application/json' };
  const url = `${server.origin}/v1/blocklists/global/${feature}`;
  return (await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ reason }) })).status;
}

/** The features of all received changes. */
function receivedFeatures(): string[] {
  return receiver.received.flatMap(({ body }) => {
    const { data } = JSON.parse(body) as { data: { changes: readonly ChangeBody[] } };
    return data.changes.flatMap(({ changes }) => changes.map(({ feature }) => feature));
  });
}

async function untilReceived(feature: string): Promise<void> {
  await eventually(() => receivedFeatures().includes(feature), { what: feature });
}

async function untilLogged(text: string): Promise<void> {
  await eventually(() => server.output.some((line) => line.includes(text)), { what: text });
}

async function untilMetric(line: RegExp): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const read = async () => await (await fetch(`${server.origin}/metrics`, { headers })).text();
  await eventually(async () => line.test(await read()), { what: line.source });
}

describe('the webhook of the built server', () => {
  it('delivers who changed what and why, signed, also of direct writes', async () => {
    expect(await block('fly')).toBe(200);
    await untilReceived('fly');
    const [message] = receiver.received;
    if (message === undefined) throw new Error('nothing was received');
    expect(isSigned(message, SECRET)).toBe(true);
    expect(isSigned({ ...message, body: `${message.body} ` }, SECRET)).toBe(false);
    expect(Math.abs(Number(message.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    expect(message.path).toBe('/secret-path');
    expect(JSON.parse(message.body)).toEqual({
      type: 'blocklists.changed',
      timestamp: expect.stringMatching(/^20.*Z$/) as unknown,
      data: {
        changes: [
          {
            id: expect.any(String) as unknown,
            at: expect.any(Number) as unknown,
            actor: 'test',
            source: 'api',
            list: 'global',
            changes: [{ feature: 'fly', before: { blocked: false }, after: { blocked: true } }],
            total: 1,
            reason: 'tournament',
          },
        ],
      },
    });
    await redis.sadd(keys.blocklistOf('my-mod'), 'direct');
    await untilReceived('direct');
  });

  it('lets no edit wait for a receiver that hangs, and sends together what has gathered', async () => {
    receiver.answers.push(NOTHING);
    await block('a');
    await untilReceived('a');
    expect([await block('b'), await block('c')]).toEqual([200, 200]);
    expect([receiver.waiting.length, receivedFeatures()]).toEqual([1, ['a']]);
    receiver.waiting[0]?.writeHead(200).end();
    await untilReceived('c');
    expect(receivedFeatures()).toEqual(['a', 'b', 'c']);
    expect(receiver.received).toHaveLength(2);
  });

  it('repeats a message with the same id after an error', async () => {
    receiver.answers.push(answerWith(500));
    await block('d');
    await eventually(() => receiver.received.length === 2);
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await untilLogged('answers 500; changes wait, and are sent again');
    await untilLogged('accepts changes again');
  });

  it('follows no redirect', async () => {
    receiver.otherwise = answerWith(307, { Location: `${receiver.origin}/elsewhere` });
    await block('e');
    await untilLogged('redirects (307): set WEBHOOK_URL to its new address');
    await untilMetric(/webhook_failures_total\{.*\} [1-9]/);
    expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/secret-path']));
    const refused = receiver.received.length;
    receiver.otherwise = answerWith(204);
    await eventually(() => receiver.received.length > refused, { what: 'an accepted message' });
  });

  it('delivers everything after the receiver was dead, and after a crash of the server', async () => {
    const environment = { REDIS_URL: testRedisUrl(), KEY_PREFIX: server.keyPrefix };
    await receiver.stop();
    expect(await block('f')).toBe(200);
    await untilLogged('cannot be reached: ECONNREFUSED');
    await untilMetric(/webhook_pending_changes\{.*\} [1-9]/);
    const { out } = await createCli().runWith({ environment }, 'status');
    expect(out.join('\n')).toMatch(
      /^admin \S+: webhook: \d+ delivered, [1-9]\d* waiting, 0 dropped, 0 refused$/m,
    );
    await server.kill();
    const editor = createEditor(redis, keys);
    const author = { actor: 'Alex', source: 'game' } as const;
    await editor.edit(clientList('new'), new Map([['g', BLOCKED]]), author);
    await editor.edit(GLOBAL_LIST, new Map([['h', BLOCKED]]), author);
    await server.start();
    await untilReady();
    expect(await block('i')).toBe(200);
    await receiver.start();
    for (const feature of ['f', 'g', 'h', 'i']) await untilReceived(feature);
    // Nothing that was delivered long ago is repeated.
    expect(receivedFeatures()).not.toContain('fly');
    await untilMetric(/webhook_pending_changes\{.*\} 0/);
    expect(server.output.join('\n')).not.toMatch(/secret-path|whsec_/);
  });
});
