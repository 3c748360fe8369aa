import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readAdminServerConfig } from '../../../../admin/server/config.ts';
import { connectCollections } from '../../../../admin/server/data/connect-collections.ts';
import type { ConnectedCollections } from '../../../../admin/server/data/connect-collections.ts';
import { Webhook } from '../../../../admin/server/webhook/webhook.ts';
import { NodeTimers } from '../../../../node/node-timers.ts';
import { SystemClock } from '../../../../node/system-clock.ts';
import { Variables } from '../../../../node/variables.ts';
import { clientList, GLOBAL_LIST } from '../../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, FREE } from '../../../../shared/feature-control/entry-state.ts';
import { toFields } from '../../../contracts/editor-under-test.ts';
import { eventually } from '../../../support/eventually.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../../support/fakes/recording-logger.ts';
import { answerWith, WebhookReceiver } from '../../../support/http/webhook-receiver.ts';
import { testRedisUrl, uniquePrefix } from '../../../support/redis/redis.ts';
import { untilConnected } from '../../../support/redis/until-connected.ts';
import { useRedis } from '../../../support/redis/use-redis.ts';

const NOTHING = (): void => undefined;

let prefix: string;
const redis = useRedis();
let receiver: WebhookReceiver;
let time: ManualTime;
let logger: RecordingLogger;
let store: ConnectedCollections;
let webhook: Webhook;

beforeEach(async () => {
  prefix = uniquePrefix();
  receiver = new WebhookReceiver();
  await receiver.start();
});

afterEach(async () => {
  webhook.close();
  store.close();
  await receiver.stop();
});

/** Starts a webhook in Discord's form, whose time the test moves, and the memory that it sends from. */
async function start(): Promise<void> {
  const environment = {
    REDIS_URL: testRedisUrl(),
    KEY_PREFIX: prefix,
    WEBHOOK_URL: `${receiver.origin}/api/webhooks/1/token`,
    WEBHOOK_FORMAT: 'discord',
  };
  const config = readAdminServerConfig(new Variables(environment));
  const { webhook: settings } = config;
  if (settings === undefined) throw new Error('there is no webhook');
  logger = new RecordingLogger();
  time = new ManualTime();
  const platform = { clock: new SystemClock(), timers: new NodeTimers(), logger };
  store = connectCollections(config, { ...platform, connectionChanged: () => undefined });
  await untilConnected(store.redis);
  webhook = new Webhook({ ...store, settings, clock: time, timers: time, logger });
  store.mirror.start();
  await store.history.streams.loaded;
  await positionKey();
}

/** Records changes of the global list, one entry per feature. */
async function record(features: readonly string[], reason = 'why'): Promise<void> {
  const stream = store.keys.historyKey(GLOBAL_LIST);
  const pipeline = redis.pipeline();
  for (const feature of features) {
    const changes = [{ feature, before: FREE, after: BLOCKED }];
    const fields = toFields({ list: GLOBAL_LIST, changes, actor: 'Alex', source: 'game' });
    pipeline.xadd(stream, '*', ...fields, 'reason', reason);
  }
  await pipeline.exec();
}

function contents(): readonly string[] {
  return receiver.received.map(({ body }) => (JSON.parse(body) as { content: string }).content);
}

/** Waits for the key with what was delivered. */
async function positionKey(): Promise<string> {
  return await eventually(async () => (await redis.keys(`${prefix}webhook:*`))[0]);
}

async function untilRequests(count: number): Promise<void> {
  await eventually(() => receiver.received.length >= count, { what: `${count} requests` });
}

describe('a webhook', () => {
  it('cuts off a receiver that hangs, and sends the message again', async () => {
    await start();
    receiver.answers.push(NOTHING);
    await record(['fly']);
    await untilRequests(1);
    time.advance(9_999);
    expect(logger.at('warn')).toEqual([]);
    time.advance(1);
    await eventually(() => logger.at('warn').length > 0);
    expect(logger.at('warn')).toEqual([
      `The webhook at ${receiver.origin} does not answer; changes wait, and are sent again`,
    ]);
    expect(webhook.figures()).toMatchObject({ webhookFailures: 1, webhookPending: 1 });
    time.advance(50);
    await untilRequests(2);
    await eventually(() => webhook.figures().webhookDelivered === 1);
    expect(webhook.figures()).toMatchObject({ webhookPending: 0 });
    expect(contents()[1]).toBe(contents()[0]);
  });

  it.each<[form: string, headers: Record<string, string>, ms: number]>([
    ['seconds', { 'Retry-After': '120.5' }, 120_500],
    [
      'a date',
      { Date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'Retry-After': 'Thu, 01 Jan 2026 00:02:00 GMT' },
      120_000,
    ],
  ])('leaves a receiver alone as long as its Retry-After says in %s', async (_, headers, ms) => {
    await start();
    receiver.answers.push(answerWith(429, headers));
    await record(['fly']);
    await eventually(() => webhook.figures().webhookFailures === 1);
    await eventually(() => time.pendingTimers > 0);
    time.advance(ms - 1);
    await record(['zoom']);
    await eventually(() => webhook.figures().webhookPending === 2);
    expect(receiver.received).toHaveLength(1);
    time.advance(1);
    await eventually(() => webhook.figures().webhookDelivered === 2);
  });

  it('drops the oldest changes of more than memory holds, counts them, and says so once', async () => {
    await start();
    receiver.answers.push(NOTHING);
    await record(['first']);
    await untilRequests(1);
    const { history } = store;
    for (let part = 0; part < 3; part += 1) {
      await record(Array.from({ length: 4000 }, (_, index) => `${part}-${index}`));
      const last = `${part}-3999`;
      await eventually(() => history.changes[0]?.change.changes[0]?.feature === last, { what: last });
    }
    const { webhookDropped = 0, webhookPending = 0 } = webhook.figures();
    expect(webhookDropped).toBeGreaterThan(1000);
    expect(webhookDropped + webhookPending).toBe(12_001);
    // A busy machine also warns that Redis is slow.
    expect(logger.at('warn').filter((line) => line.includes('webhook'))).toEqual([
      `The webhook at ${receiver.origin} fails for too long: it misses the oldest changes`,
    ]);
    receiver.waiting[0]?.writeHead(204).end();
    const delivered = (): number => webhook.figures().webhookDelivered ?? 0;
    await eventually(() => delivered() > 1);
    // The change that was being sent was not dropped.
    expect(contents()[0]).toContain('first');
    expect(delivered() + (webhook.figures().webhookPending ?? 0)).toBe(webhookPending);
  });

  it('pauses for an hour if nothing is at the address any more, and says so', async () => {
    await start();
    receiver.answers.push(answerWith(404), answerWith(410));
    await record(['fly']);
    for (const status of [404, 410]) {
      const line = `The webhook at ${receiver.origin} answers ${status}: it is paused, and tried again in an hour`;
      await eventually(() => logger.at('warn').join().includes(line), { what: line });
      await eventually(() => time.pendingTimers > 0);
      const requests = receiver.received.length;
      time.advance(3_599_999);
      await record(['later']);
      expect(receiver.received).toHaveLength(requests);
      time.advance(1);
      await untilRequests(requests + 1);
    }
    await eventually(() => webhook.figures().webhookPending === 0);
  });

  it('skips a change that is always refused, and delivers all others', async () => {
    await start();
    const isRefused = (): boolean => contents().at(-1)?.includes('poison') === true;
    receiver.otherwise = (response) => {
      answerWith(isRefused() ? 400 : 204)(response);
    };
    receiver.answers.push(NOTHING);
    await record(['first']);
    await untilRequests(1);
    await record(['a', 'poison', 'b']);
    await eventually(() => webhook.figures().webhookPending === 4);
    receiver.waiting[0]?.writeHead(204).end();
    const failures = (): number => webhook.figures().webhookFailures ?? 0;
    // Once together, and then ten times alone.
    for (let count = 2; count <= 10; count += 1) {
      await eventually(() => failures() === count && time.pendingTimers > 0, { what: `${count} failures` });
      time.advance(60_000);
    }
    await eventually(() => webhook.figures().webhookPending === 0);
    expect(webhook.figures()).toMatchObject({ webhookRefused: 1, webhookDelivered: 3, webhookFailures: 11 });
    expect(contents().map((content) => /\*\* (.*): free/.exec(content)?.[1])).toEqual([
      'first',
      'a',
      'a',
      ...Array.from({ length: 10 }, () => 'poison'),
      'b',
    ]);
    const id = store.history.changes[1]?.change.id ?? '';
    expect(logger.at('warn')).toContain(
      `The webhook at ${receiver.origin} has refused the change ${id} of the list "global" 10 times: it is skipped`,
    );
  });

  it('delivers what a server records that has lost the newest entries, and whose clock is behind', async () => {
    await start();
    await record(['kept']);
    await eventually(() => webhook.figures().webhookDelivered === 1);
    await record(['lost']);
    await eventually(() => webhook.figures().webhookDelivered === 2);
    const stream = store.keys.historyKey(GLOBAL_LIST);
    const [first] = await redis.xrange(stream, '-', '+', 'COUNT', 1);
    if (first === undefined) throw new Error('nothing is recorded');
    const [keptId, kept] = first;
    const fieldsOf = (feature: string): string[] => kept.map((text) => text.replace('kept', feature));
    const [ms = '', sequence = ''] = keptId.split('-');
    const other = store.keys.historyKey(clientList('other'));
    await redis
      .multi()
      .del(stream)
      .xadd(stream, keptId, ...kept)
      .xadd(stream, `${ms}-${Number(sequence) + 1}`, ...fieldsOf('later'))
      .xadd(other, '1-0', ...fieldsOf('new'))
      .exec();
    await eventually(() => ['later', 'new'].every((name) => contents().join().includes(name)));
    expect(contents().join('\n').match(/kept/g)).toHaveLength(1);
  });

  it('begins with the changes after its first start', async () => {
    await start();
    await record(['earlier']);
    await untilRequests(1);
    webhook.close();
    store.close();
    await redis.del(await positionKey());
    await start();
    await record(['later']);
    await untilRequests(2);
    expect(contents()[1]).toContain('later');
    expect(contents()[1]).not.toContain('earlier');
  });

  it('waits while Redis refuses its position, and delivers what was recorded since its start', async () => {
    await start();
    const key = await positionKey();
    webhook.close();
    store.close();
    await redis.set(key, 'x');
    await start();
    await eventually(() => logger.at('warn').length > 0);
    await record(['fly']);
    await eventually(() => store.history.changes.length === 1);
    expect(logger.at('warn').join()).toContain(`${receiver.origin} has no position in Redis: WRONGTYPE`);
    await redis.del(key);
    time.advance(1000);
    await eventually(() => contents().join().includes('fly'));
  });
});
