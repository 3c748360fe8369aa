/** The health of a program, as reported in its heartbeat. */
const NODE_HEALTHS = ['ok', 'degraded', 'starting'] as const;
export type NodeHealth = (typeof NODE_HEALTHS)[number];

const NODE_KINDS = ['proxy', 'sidecar', 'admin'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/** Integers. Times are milliseconds since the Unix epoch; counters start with the process. */
const REQUIRED_NUMBERS = ['startedAt', 'clock', 'seenAt'] as const;
const OPTIONAL_NUMBERS = [
  /** Milliseconds since memory was last known to equal Redis; 0 while it does. */
  'lagMs',
  /** Round trip of the previous heartbeat in milliseconds. */
  'pingMs',
  /** Blocklists in memory, and the total of their features. */
  'lists',
  'features',
  /** 1 if a proxy applies the lists of game servers, 0 if not. */
  'serverScopes',
  /** Records in memory that are served. */
  'records',
  /** Connected players. */
  'players',
  /** Players of these whose mods have subscribed. */
  'subscribers',
  /** Answered packets; for a sidecar and the admin's server, HTTP requests. */
  'answers',
  /** Answers of these that are errors. */
  'errors',
  /** Packets dropped before the script; otherwise requests that were refused for a violation of HTTP. */
  'drops',
  /** Values in Redis that do not match their schema or type. */
  'rejected',
  /** Keys that Redis has lost and whose last known value is kept. */
  'lost',
  /** Resident memory of the process, in bytes. */
  'memory',
] as const;
const COUNTERS = [
  /** Of a proxy: the number of players with each mod, by the name of its enabled bridge. */
  'bridges',
  /** Of a sidecar: responses by their status. */
  'responses',
  /** Of a sidecar: responses by the upper limit of their duration in seconds, and `sum`, in milliseconds. */
  'durations',
] as const;

type RequiredNumber = (typeof REQUIRED_NUMBERS)[number];
type OptionalNumber = (typeof OPTIONAL_NUMBERS)[number];

/** Figures of a program; those that do not apply to it are omitted. */
export type NodeFigures = Readonly<Partial<Record<OptionalNumber, number>>>;

/** Integers by name: `[a-z0-9.-]`, 1 to 64 characters. */
export type Counters = Readonly<Record<string, number>>;

export type NodeCounters = Readonly<Partial<Record<(typeof COUNTERS)[number], Counters>>>;

/**
 * One running program, as stored in the hash `fc:node:<id>`. `clock` is the program's own time at Redis's
 * time `seenAt`.
 */
export interface NodeRecord extends NodeFigures, NodeCounters, Readonly<Record<RequiredNumber, number>> {
  readonly kind: NodeKind;
  /** Host name and port. Untrusted text. */
  readonly name: string;
  readonly version: string;
  readonly health: NodeHealth;
}

/**
 * Parses a heartbeat. Invalid figures are omitted.
 * @returns undefined if the fields are not a heartbeat
 */
export function parseNodeRecord(fields: ReadonlyMap<string, string>): NodeRecord | undefined {
  const kind = NODE_KINDS.find((one) => one === fields.get('kind'));
  const health = NODE_HEALTHS.find((one) => one === fields.get('health'));
  const [name, version] = [fields.get('name'), fields.get('version')];
  const [startedAt, clock, seenAt] = REQUIRED_NUMBERS.map((field) => parseNumber(fields.get(field)));
  if (kind === undefined || health === undefined || name === undefined || version === undefined) {
    return undefined;
  }
  if (startedAt === undefined || clock === undefined || seenAt === undefined) return undefined;
  const figures = OPTIONAL_NUMBERS.flatMap((field): [OptionalNumber, number][] => {
    const number = parseNumber(fields.get(field));
    return number === undefined ? [] : [[field, number]];
  });
  const counters = COUNTERS.flatMap((field): [string, Counters][] => {
    const text = fields.get(field);
    return text === undefined ? [] : [[field, parseCounters(text)]];
  });
  const record = { kind, name, version, health, startedAt, clock, seenAt };
  return Object.assign(record, Object.fromEntries(figures), Object.fromEntries(counters));
}

/** Serialises counters for a heartbeat: `xaero=3 voxelmap=0`. */
export function formatCounters(counters: Counters): string {
  return Object.entries(counters)
    .map(([name, count]) => `${name}=${count}`)
    .join(' ');
}

/** Parses the counters of a heartbeat. Invalid ones are omitted. */
function parseCounters(text: string): Counters {
  const counts = [...text.matchAll(/(?<=^| )([a-z0-9.-]{1,64})=(\d{1,15})(?= |$)/g)];
  return Object.fromEntries(counts.map(([, name = '', count]): [string, number] => [name, Number(count)]));
}

function parseNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
