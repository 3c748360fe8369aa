/** The state of a program, as its heartbeat reports it. */
const NODE_HEALTHS = ['ok', 'degraded', 'starting'] as const;
export type NodeHealth = (typeof NODE_HEALTHS)[number];

const NODE_KINDS = ['proxy', 'sidecar'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/** Whole numbers. Times are milliseconds since the Unix epoch; counters begin with the process. */
const REQUIRED_NUMBERS = ['startedAt', 'clock', 'seenAt'] as const;
const OPTIONAL_NUMBERS = [
  /** Milliseconds since memory was last known to be what Redis holds; 0 while it is. */
  'lagMs',
  /** Milliseconds until Redis had acknowledged the previous heartbeat. */
  'pingMs',
  /** Blocklists in memory, and the features over all of them. */
  'lists',
  'features',
  /** Records in memory that are served. */
  'records',
  /** Connected players. */
  'players',
  /** Of these, players whose mods have subscribed. */
  'subscribers',
  /** Packets answered; of a sidecar, requests of the public interface. */
  'answers',
  /** Of these, answers that are errors. */
  'errors',
  /** Packets that reached no script; of a sidecar, requests that broke a limit of HTTP. */
  'drops',
  /** Values in Redis that do not fit their schema or their type. */
  'rejected',
  /** Keys whose last known value is kept, as Redis has lost them. */
  'stale',
] as const;

type RequiredNumber = (typeof REQUIRED_NUMBERS)[number];
type OptionalNumber = (typeof OPTIONAL_NUMBERS)[number];

/** Figures of a program; one that does not apply to it is left out. */
export type NodeFigures = Readonly<Partial<Record<OptionalNumber, number>>>;

/** Of a proxy: how many of its players have each mod whose bridge is enabled, by the bridge's name. */
export interface NodeBridges {
  readonly bridges?: Readonly<Record<string, number>>;
}

/**
 * One running program, as the hash `fc:node:<id>` has it. `clock` is what the program's own clock said when
 * Redis's said `seenAt`.
 */
export interface NodeRecord extends NodeFigures, NodeBridges, Readonly<Record<RequiredNumber, number>> {
  readonly kind: NodeKind;
  /** Host name and port. Anybody's text. */
  readonly name: string;
  readonly version: string;
  readonly health: NodeHealth;
}

/** Figures that are no number are left out. @returns undefined where the fields are no heartbeat */
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
  const bridges = parseBridges(fields.get('bridges'));
  return {
    ...{ kind, name, version, health, startedAt, clock, seenAt },
    ...Object.fromEntries(figures),
    ...(bridges === undefined ? {} : { bridges }),
  };
}

/** As a heartbeat spells it: `xaero=3 voxelmap=0`. */
export function formatBridges(bridges: Readonly<Record<string, number>>): string {
  return Object.entries(bridges)
    .map(([name, players]) => `${name}=${players}`)
    .join(' ');
}

/** What is no count is left out. */
function parseBridges(text: string | undefined): Readonly<Record<string, number>> | undefined {
  if (text === undefined) return undefined;
  const counts = [...text.matchAll(/(?<=^| )([a-z0-9-]{1,64})=(\d{1,15})(?= |$)/g)];
  return Object.fromEntries(
    counts.map(([, name = '', players]): [string, number] => [name, Number(players)]),
  );
}

function parseNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
