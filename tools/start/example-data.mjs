/**
 * Example data that `npm start` writes to its own Redis if that is empty: a small network, so that every
 * operation has data to return. Keys and values follow docs/redis.md; times are milliseconds since the Unix
 * epoch.
 */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const SERVERS = {
  lobby: { displayName: 'Lobby' },
  survival: { displayName: 'Survival', version: '1.21', maxPlayers: 100 },
  skyblock: { displayName: 'SkyBlock', version: '1.20.4', maxPlayers: 60 },
};

const GLOBAL_BLOCKLIST = ['fly', 'xray'];
const PERSONAL_BLOCKLISTS = { 'my-mod': ['minimap'], 'other-mod': ['auto-clicker', 'radar'] };

const VOTES = {
  'next-season': { pirates: 41, space: 27, medieval: 33 },
  'skyblock-size': { small: 8, large: 19 },
};

const TRADES = 48;

function eventsAt(now) {
  return {
    'double-coins': {
      server: 'survival',
      name: 'Double coins',
      description: 'Every sale counts twice',
      startsAt: now - HOUR,
      endsAt: now + 3 * DAY,
    },
    'island-race': { server: 'skyblock', name: 'Island race', startsAt: now - DAY, endsAt: now + DAY },
    'open-house': { server: 'lobby', name: 'Open house' },
    'winter-market': {
      server: 'survival',
      name: 'Winter market, from tomorrow on',
      startsAt: now + DAY,
      endsAt: now + 8 * DAY,
    },
    'summer-market': {
      server: 'survival',
      name: 'Summer market, over since yesterday',
      startsAt: now - 8 * DAY,
      endsAt: now - DAY,
    },
  };
}

function votingsAt(now) {
  return {
    'next-season': {
      server: 'survival',
      title: 'What is the next season about?',
      startsAt: now - DAY,
      endsAt: now + 6 * DAY,
      candidates: [
        { id: 'pirates', name: 'Pirates' },
        { id: 'space', name: 'Space' },
        { id: 'medieval', name: 'The Middle Ages' },
      ],
    },
    'skyblock-size': {
      server: 'skyblock',
      title: 'How large should the islands be?',
      candidates: [
        { id: 'small', name: '100 blocks' },
        { id: 'large', name: '200 blocks' },
      ],
    },
  };
}

/** One trade per half hour, around a rate of 12. */
function tradesAt(now) {
  return Array.from({ length: TRADES }, (_, index) => ({
    rate: Number((12 + Math.sin(index / 5) * 1.5).toFixed(2)),
    datetime: now - (TRADES - index) * 30 * MINUTE,
  }));
}

/**
 * @param {string} prefix of every key
 * @param {number} now milliseconds since the Unix epoch
 * @returns {string[][]} Redis commands, each a name with its arguments
 */
export function exampleCommands(prefix, now) {
  const recordsOf = (kind, records) =>
    Object.entries(records).map(([id, record]) => ['SET', `${prefix}${kind}:${id}`, JSON.stringify(record)]);
  return [
    ...recordsOf('server', SERVERS),
    ...recordsOf('event', eventsAt(now)),
    ...recordsOf('voting', votingsAt(now)),
    ...Object.entries(VOTES).map(([voting, counts]) => [
      'HSET',
      `${prefix}votes:${voting}`,
      ...Object.entries(counts).flat().map(String),
    ]),
    ['SADD', `${prefix}blocklist:global`, ...GLOBAL_BLOCKLIST],
    ...Object.entries(PERSONAL_BLOCKLISTS).map(([client, features]) => [
      'SADD',
      `${prefix}blocklist:client:${client}`,
      ...features,
    ]),
    ...tradesAt(now).map(({ rate, datetime }) => {
      return [
        'XADD',
        `${prefix}coins-trades`,
        'MAXLEN',
        '~',
        '10000',
        '*',
        'rate',
        String(rate),
        'datetime',
        String(datetime),
      ];
    }),
  ];
}
