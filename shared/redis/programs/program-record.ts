import { HEALTHS } from '../mirror/health.ts';
import type { Health } from '../mirror/health.ts';

/** The kinds of programs, as in their keys. */
export const PROGRAM_KINDS = ['proxy', 'sidecar', 'admin'] as const;
export type ProgramKind = (typeof PROGRAM_KINDS)[number];

/** Integers. Times are milliseconds since the Unix epoch; counters start with the process. */
const REQUIRED_NUMBERS = ['startedAt', 'clock', 'seenAt'] as const;

/** The figures, with the kinds of programs that have them: those of other kinds are not read. */
const FIGURES = {
  /** When the program was stopped, by the clock of Redis. Absent while it runs, and if it was killed. */
  stoppedAt: PROGRAM_KINDS,
  /** Milliseconds since memory was last known to equal Redis; 0 while it does. */
  lagMs: PROGRAM_KINDS,
  /** Round trip of the previous heartbeat in milliseconds. */
  pingMs: PROGRAM_KINDS,
  /** Answered packets; for a sidecar and the admin's server, HTTP requests. */
  answers: PROGRAM_KINDS,
  /** Packets dropped before the script; otherwise requests that were refused for a violation of HTTP. */
  drops: PROGRAM_KINDS,
  /** Values in Redis that do not match their schema or type. */
  rejected: PROGRAM_KINDS,
  /** Keys that Redis has lost and whose last known value is kept. */
  lost: PROGRAM_KINDS,
  /** How often the connection to Redis was lost. */
  disconnects: PROGRAM_KINDS,
  /** Blocklists in memory. */
  lists: ['proxy', 'admin'],
  /** The total of their features. */
  features: ['proxy'],
  /** 1 if a proxy applies the lists of game servers, 0 if not. */
  serverScopes: ['proxy'],
  /** Connected players. */
  players: ['proxy'],
  /** Players of these whose mods have subscribed. */
  subscribers: ['proxy'],
  /** Answers that are errors. */
  errors: ['proxy'],
  /** Packets in the queue for the script. */
  queued: ['proxy'],
  /** Records in memory that are served. */
  records: ['sidecar'],
  /** Resident memory of the process, in bytes. */
  memory: ['sidecar', 'admin'],
  /** The longest time in milliseconds that the event loop was blocked since the previous heartbeat. */
  loopLagMs: ['sidecar', 'admin'],
  /** Changes that the receiver of the webhook has accepted. */
  webhookDelivered: ['admin'],
  /** Changes that it was not sent in time. */
  webhookDropped: ['admin'],
  /** Attempts to deliver that have failed. */
  webhookFailures: ['admin'],
  /** Changes that it has refused too often, and that were skipped. */
  webhookRefused: ['admin'],
  /** Changes that wait. */
  webhookPending: ['admin'],
  /** 1 if the file of the expected lists can be read, 0 if not. */
  expectedListsValid: ['admin'],
  /** Features that differ from it. */
  listDrift: ['admin'],
} as const satisfies Readonly<Record<string, readonly ProgramKind[]>>;

/** The counters, with the kinds of programs that have them. */
const COUNTERS = {
  /** The number of players with each mod, by the name of its enabled bridge. */
  bridges: ['proxy'],
  /** Messages to each of these mods. */
  bridgeMessages: ['proxy'],
  /** Answers by `OK` or error code. */
  outcomes: ['proxy'],
  /** Answers by mod. */
  mods: ['proxy'],
  /** Dropped packets by reason. */
  dropped: ['proxy'],
  /** Responses by their status. */
  responses: ['sidecar'],
  /**
   * Answers of a proxy, or responses of a sidecar, by the upper limit of their duration in seconds, and
   * `sum`, in milliseconds.
   */
  durations: ['proxy', 'sidecar'],
} as const satisfies Readonly<Record<string, readonly ProgramKind[]>>;

/** Longer JSON is omitted: the counters of 50 mods with the longest names have 28,000 characters. */
const MAX_JSON_LENGTH = 50_000;
/** Further counters of one field are omitted. A program has at most 51: those of mods. */
const MAX_COUNTERS = 64;
/** Further warnings are omitted. */
const MAX_WARNINGS = 20;

type RequiredNumber = (typeof REQUIRED_NUMBERS)[number];
type OptionalNumber = keyof typeof FIGURES;

/** Figures of a program; those that do not apply to it are absent or undefined. */
export type ProgramFigures = Readonly<Partial<Record<OptionalNumber, number | undefined>>>;

/** Integers by name: 1 to 255 characters, without control characters. In a heartbeat, they are JSON. */
export type Counters = Readonly<Record<string, number>>;

export type ProgramCounters = Readonly<Partial<Record<keyof typeof COUNTERS, Counters | undefined>>>;

/**
 * One program, as stored in the hash `fc:program:<kind>:<id>`. `clock` is the program's own time at Redis's
 * time `seenAt`. Its kind is that of its key, which only Redis users of that kind may write.
 */
export interface ProgramRecord
  extends ProgramFigures, ProgramCounters, Readonly<Record<RequiredNumber, number>> {
  readonly kind: ProgramKind;
  /** Host name and port. Untrusted text, of at most 255 characters without control characters. */
  readonly name: string;
  readonly version: string;
  readonly health: Health;
  /** Its newest warnings and errors, each with its time. Untrusted text without control characters. */
  readonly warnings: readonly string[];
  /** Of a proxy that applies the lists of game servers: the names of its servers. Untrusted text. */
  readonly servers?: readonly string[] | undefined;
}

/**
 * Parses a heartbeat. Invalid figures are omitted, and those that programs of this kind do not have.
 * @param kind that of the key: what the fields say of it is ignored
 * @returns undefined if the fields are not a heartbeat
 */
export function parseProgramRecord(
  kind: ProgramKind,
  fields: ReadonlyMap<string, string>,
): ProgramRecord | undefined {
  const health = HEALTHS.find((one) => one === fields.get('health'));
  const [name, version] = [fields.get('name'), fields.get('version')];
  const [startedAt, clock, seenAt] = REQUIRED_NUMBERS.map((field) => parseNumber(fields.get(field)));
  if (health === undefined || !isName(name) || !isName(version)) return undefined;
  if (startedAt === undefined || clock === undefined || seenAt === undefined) return undefined;
  const figures = namesFor(kind, FIGURES).map((field) => [field, parseNumber(fields.get(field))]);
  const counters = namesFor(kind, COUNTERS).map((field) => [field, parseCounters(fields.get(field))]);
  const servers = fields.get('servers');
  return {
    kind,
    name,
    version,
    health,
    startedAt,
    clock,
    seenAt,
    warnings: parseTexts(fields.get('warnings'), isLine).slice(-MAX_WARNINGS),
    servers: servers === undefined ? undefined : parseTexts(servers, isName),
    ...(Object.fromEntries(figures) as ProgramFigures),
    ...(Object.fromEntries(counters) as ProgramCounters),
  };
}

/** Returns the names of the fields that programs of this kind have. */
function namesFor(kind: ProgramKind, fields: Readonly<Record<string, readonly ProgramKind[]>>): string[] {
  return Object.entries(fields).flatMap(([name, kinds]) => (kinds.includes(kind) ? [name] : []));
}

/** Parses the counters of a heartbeat. Invalid ones are omitted, and those beyond {@link MAX_COUNTERS}. */
function parseCounters(text: string | undefined): Counters | undefined {
  if (text === undefined) return undefined;
  const isCount = (count: unknown): boolean => Number.isSafeInteger(count) && Number(count) >= 0;
  const valid = Object.entries(parseJson(text) ?? {}).filter(
    ([name, count]) => isName(name) && isCount(count),
  );
  return Object.fromEntries(valid.slice(0, MAX_COUNTERS)) as Counters;
}

/** Parses a JSON array of texts. Invalid ones are omitted. */
function parseTexts(json = '', isValid: (text: string) => boolean): readonly string[] {
  const texts: unknown = parseJson(json);
  const isText = (text: unknown): text is string => typeof text === 'string' && isValid(text);
  return Array.isArray(texts) ? texts.filter(isText) : [];
}

function isLine(text: string): boolean {
  return /^[^\p{Cc}\p{Cs}]+$/u.test(text);
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
