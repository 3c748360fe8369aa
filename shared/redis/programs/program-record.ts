/** The health of a program, as reported in its heartbeat. */
const PROGRAM_HEALTHS = ['ok', 'degraded', 'starting'] as const;
export type ProgramHealth = (typeof PROGRAM_HEALTHS)[number];

const PROGRAM_KINDS = ['proxy', 'sidecar', 'admin'] as const;
export type ProgramKind = (typeof PROGRAM_KINDS)[number];

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
  /** Of a proxy: packets in the queue for the script. */
  'queued',
  /** Packets dropped before the script; otherwise requests that were refused for a violation of HTTP. */
  'drops',
  /** Values in Redis that do not match their schema or type. */
  'rejected',
  /** Keys that Redis has lost and whose last known value is kept. */
  'lost',
  /** How often the connection to Redis was lost. */
  'disconnects',
  /** Changes that the receiver of the webhook has accepted, and those that it was not sent in time. */
  'webhookDelivered',
  'webhookDropped',
  /** Attempts to deliver that have failed, and changes that wait. */
  'webhookFailures',
  'webhookPending',
  /** 1 if the file of the expected lists can be read, 0 if not; features that differ from it. */
  'expectedListsValid',
  'listDrift',
  /** Resident memory of the process, in bytes. */
  'memory',
  /** The longest time in milliseconds that the event loop was blocked since the previous heartbeat. */
  'loopLagMs',
] as const;
const COUNTERS = [
  /** Of a proxy: the number of players with each mod, by the name of its enabled bridge. */
  'bridges',
  /** Of a proxy: messages to each of these mods. */
  'bridgeMessages',
  /** Of a proxy: answers by `OK` or error code. */
  'outcomes',
  /** Of a proxy: answers by mod. */
  'mods',
  /** Of a proxy: dropped packets by reason. */
  'dropped',
  /** Of a sidecar: responses by their status. */
  'responses',
  /**
   * Answers of a proxy, or responses of a sidecar, by the upper limit of their duration in seconds, and
   * `sum`, in milliseconds.
   */
  'durations',
] as const;

/** Longer JSON is omitted: the counters of 50 mods with the longest names have 28,000 characters. */
const MAX_JSON_LENGTH = 50_000;

type RequiredNumber = (typeof REQUIRED_NUMBERS)[number];
type OptionalNumber = (typeof OPTIONAL_NUMBERS)[number];

/** Figures of a program; those that do not apply to it are omitted. */
export type ProgramFigures = Readonly<Partial<Record<OptionalNumber, number>>>;

/** Integers by name: 1 to 255 characters, without control characters. In a heartbeat, they are JSON. */
export type Counters = Readonly<Record<string, number>>;

export type ProgramCounters = Readonly<Partial<Record<(typeof COUNTERS)[number], Counters>>>;

/**
 * One running program, as stored in the hash `fc:program:<id>`. `clock` is the program's own time at Redis's
 * time `seenAt`.
 */
export interface ProgramRecord
  extends ProgramFigures, ProgramCounters, Readonly<Record<RequiredNumber, number>> {
  readonly kind: ProgramKind;
  /** Host name and port. Untrusted text, of at most 255 characters without control characters. */
  readonly name: string;
  readonly version: string;
  readonly health: ProgramHealth;
  /** Its newest warnings and errors, each with its time. Untrusted text without control characters. */
  readonly warnings: readonly string[];
}

/**
 * Parses a heartbeat. Invalid figures are omitted.
 * @returns undefined if the fields are not a heartbeat
 */
export function parseProgramRecord(fields: ReadonlyMap<string, string>): ProgramRecord | undefined {
  const kind = PROGRAM_KINDS.find((one) => one === fields.get('kind'));
  const health = PROGRAM_HEALTHS.find((one) => one === fields.get('health'));
  const [name, version] = [fields.get('name'), fields.get('version')];
  const [startedAt, clock, seenAt] = REQUIRED_NUMBERS.map((field) => parseNumber(fields.get(field)));
  if (kind === undefined || health === undefined || !isName(name) || !isName(version)) return undefined;
  if (startedAt === undefined || clock === undefined || seenAt === undefined) return undefined;
  const figures = OPTIONAL_NUMBERS.flatMap((field): [OptionalNumber, number][] => {
    const number = parseNumber(fields.get(field));
    return number === undefined ? [] : [[field, number]];
  });
  const counters = COUNTERS.flatMap((field): [string, Counters][] => {
    const text = fields.get(field);
    return text === undefined ? [] : [[field, parseCounters(text)]];
  });
  const warnings = parseWarnings(fields.get('warnings') ?? '');
  const record = { kind, name, version, health, startedAt, clock, seenAt, warnings };
  return Object.assign(record, Object.fromEntries(figures), Object.fromEntries(counters));
}

/** Parses the counters of a heartbeat. Invalid ones are omitted. */
function parseCounters(text: string): Counters {
  const isCount = (count: unknown): boolean => Number.isSafeInteger(count) && Number(count) >= 0;
  const valid = Object.entries(parseJson(text) ?? {}).filter(
    ([name, count]) => isName(name) && isCount(count),
  );
  return Object.fromEntries(valid) as Counters;
}

/** Parses the warnings of a heartbeat. Invalid ones are omitted. */
function parseWarnings(text: string): readonly string[] {
  const warnings = parseJson(text);
  const isLine = (line: unknown): line is string =>
    typeof line === 'string' && /^[^\p{Cc}\p{Cs}]+$/u.test(line);
  return Array.isArray(warnings) ? warnings.filter(isLine) : [];
}

/** @returns undefined if the text is too long, or not JSON */
function parseJson(text: string): unknown {
  if (text.length > MAX_JSON_LENGTH) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Without control characters and halves of surrogate pairs, which no text format can contain. */
function isName(text: string | undefined): text is string {
  return text !== undefined && /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(text);
}

function parseNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
