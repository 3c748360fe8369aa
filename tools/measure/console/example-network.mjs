/** Example data for the screenshots of the console: a realistic network with an hour of history. */
import { setTimeout as delay } from 'node:timers/promises';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const GLOBAL = [
  'fly',
  'xray',
  'freelook',
  'minimap.cave-mode',
  'minimap.radar.players',
  'world-download',
  'fullbright',
  'auto-text',
];
const CLIENTS = {
  'xaero-minimap': ['minimap.radar', 'waypoints.teleport'],
  journeymap: ['minimap.cave-mode', 'waypoints.teleport', 'world-map.cave-mode'],
  'lunar-client': ['freelook', 'auto-text', 'fast-block-placing'],
  labymod: ['damage-indicator', 'saturation-display'],
  'feather-client': ['zoom', 'hitboxes'],
  litematica: ['schematic.printer', 'schematic.save'],
  replaymod: ['replay-recording'],
};
const SERVERS = { skyblock: ['schematic.load'], bedwars: ['tnt-timer', 'reach-display'] };
const TIMED = [
  ['global', 'shaders', 3 * HOUR],
  ['client:lunar-client', 'toggle-sneak', 25 * MINUTE],
  ['server:bedwars', 'crystal-optimizer', 40 * MINUTE],
];
const PLAYERS = [
  '069a79f4-44e9-4726-a5be-fca90e38aaf5',
  '853c80ef-3c37-49fd-aa49-938b674adae6',
  '61699b2e-d327-4a01-9f1e-0ea8c3f06bc6',
];

/** Edits that are sent to the write interface, so that they appear in the history. */
const EDITS = [
  ['Ada', 'global', 'reach-around', { reason: 'Players place blocks past edges at the spawn' }],
  ['Taras', 'clients/labymod', 'minimap.radar', { reason: 'Tournament on Saturday', untilInMs: 5 * HOUR }],
  ['Ada', 'servers/skyblock', 'schematic.printer', { reason: 'Builds islands by itself' }],
  ['Taras', 'global', 'fog', {}],
];

/** @param {import('ioredis').Redis} redis @param keys of the Redis contract */
export async function fillExampleNetwork(redis, keys) {
  const now = Date.now();
  await redis.sadd(keys.blocklistGlobal, ...GLOBAL);
  for (const [client, features] of Object.entries(CLIENTS))
    await redis.sadd(keys.blocklistOf(client), ...features);
  for (const [server, features] of Object.entries(SERVERS))
    await redis.sadd(keys.blocklistServers + server, ...features);
  for (const [list, feature, ms] of TIMED) await redis.zadd(keys.timedBlocklists + list, now + ms, feature);
  for (const player of PLAYERS)
    await redis.set(keys.rateLimitOf(`checkFeatures:${player}`), '1', 'PX', 60_000);
  await redis.set(keys.serverOf('lobby'), '{"displayName":"Lobby"}');
  await redis.set(
    keys.eventOf('summer-market'),
    '{"server":"survival","name":"Summer market","startsAt":"soon"}',
  );
  await redis.set(keys.votingOf('next-season'), '{"server":"survival"}');
  await redis.set(keys.eventOf('island-race'), 'Island race, on Sunday');
}

/** @param {string} origin of the operator listener @param {(name: string) => Promise<string>} tokenOf */
export async function editExampleNetwork(origin, tokenOf) {
  for (const [name, list, feature, { reason, untilInMs }] of EDITS) {
    const until = untilInMs === undefined ? undefined : Date.now() + untilInMs;
    await fetch(`${origin}/v1/blocklists/${list}/${feature}`, {
      method: 'PUT',
      headers: {
        Authorization: `Bearer ${await tokenOf(name)}`,
        'Content-Type': 'application/json',
        'Feature-Control-Source': 'console',
        'If-Match': '*',
      },
      body: JSON.stringify({ reason, until }),
    });
  }
}

const STEPS = 120;

const NODES = [
  { id: 'a1', kind: 'proxy', name: 'proxy-1:25565', answers: 38, drops: 0.4, players: 412 },
  { id: 'a2', kind: 'proxy', name: 'proxy-2:25565', answers: 29, drops: 0.1, players: 305 },
  { id: 'b1', kind: 'sidecar', name: 'web-1:8080', answers: 140, drops: 0, players: undefined },
  { id: 'a3', kind: 'proxy', name: 'proxy-3:25565', answers: 12, drops: 0, players: 0, gone: true },
];

/**
 * Writes the heartbeats of an hour in sequence, so that the sidecar records the changes.
 * @returns a function that writes the next heartbeats
 */
export async function beatForAnHour(redis, keys) {
  const end = Date.now();
  const counters = new Map(NODES.map(({ id }) => [id, { answers: 0, drops: 0 }]));
  let beforeMs = end - HOUR - HOUR / STEPS;
  const beat = async (step, seenAt) => {
    const seconds = (seenAt - beforeMs) / 1000;
    beforeMs = seenAt;
    for (const node of NODES) {
      if (node.gone && step > STEPS * 0.7) continue;
      const counter = counters.get(node.id);
      const wave = 1 + 0.35 * Math.sin(step / 9 + node.name.length) + 0.12 * Math.sin(step * 1.7);
      counter.answers += Math.round(node.answers * wave * seconds);
      counter.drops += step % 29 < 3 ? Math.round(node.drops * 20 * seconds) : 0;
      await redis.hset(
        keys.nodeOf(node.id.padEnd(16, '0')),
        fieldsOf(node, { step, seenAt, end, ...counter }),
      );
    }
    await delay(70);
  };
  for (let step = 0; step <= STEPS; step += 1)
    await beat(step, Math.round(end - ((STEPS - step) / STEPS) * HOUR));
  return async () => await beat(STEPS, Date.now());
}

function fieldsOf({ kind, name, players }, { step, seenAt, end, answers, drops }) {
  const isSlow = step % 43 > 39;
  return {
    kind,
    name,
    version: '0.1.0',
    startedAt: end - 27 * HOUR,
    clock: seenAt,
    seenAt,
    health: 'ok',
    lagMs: isSlow ? 180 : 0,
    pingMs: 1 + (step % 3),
    answers,
    errors: Math.round(answers / 900),
    ...(kind === 'proxy' ? { drops, players, lists: 10, features: 31 } : { records: 14, rejected: 3 }),
  };
}
