import { isDeepStrictEqual } from 'node:util';

/** The keywords that are compared. The others break nobody who ignores unknown fields. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
}

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema: Schema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get: {
          readonly parameters?: readonly Parameter[];
          readonly responses: Readonly<Record<string, Response>>;
        };
      }
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

interface Channel {
  readonly $defs: Readonly<Record<string, Schema>>;
}

interface Fixture {
  readonly given: unknown;
  readonly request: unknown;
  readonly response: Readonly<Record<string, unknown>>;
  readonly usesPermit?: boolean;
}

export interface Interfaces {
  readonly openApi: OpenApi;
  readonly channel: Channel;
  readonly fixtures: Readonly<Record<string, Fixture>>;
}

/** What others send must stay accepted, and what they receive must stay what they expect. */
type Direction = 'sent' | 'received';

/** Names each change with which what was written for the one version may fail with the other. */
export function breakingChanges(before: Interfaces, after: Interfaces): string[] {
  const [rest, restNow] = [before.openApi, after.openApi].map(schemasOfRest) as [Schemas, Schemas];
  const [channel, channelNow] = [before.channel, after.channel].map(schemasOfChannel) as [Schemas, Schemas];
  return (['sent', 'received'] as const)
    .flatMap((direction) => [
      ...compareFields(rest[direction], restNow[direction], { direction, at: '' }),
      ...compareFields(channel[direction], channelNow[direction], { direction, at: '' }),
    ])
    .concat(changedFixtures(before.fixtures, after.fixtures));
}

type Schemas = Readonly<Record<Direction, Readonly<Record<string, Schema>>>>;

/** An operation is an object of its parameters, and a successful response one of its bodies and headers. */
function schemasOfRest({ paths, components }: OpenApi): Schemas {
  const operations = Object.entries(paths);
  const sent = operations.map(([path, { get }]) => [path, objectOf(get.parameters ?? [])] as const);
  const received = operations.flatMap(([path, { get }]) =>
    Object.entries(get.responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, response]) => {
        const { headers = {}, content = {} } = components.responses[nameOf(response)] ?? response;
        const fields = [
          ...Object.entries(content).map(([name, { schema }]) => ({ name, required: true, schema })),
          ...Object.entries(headers).map(([name, header]) => ({ required: false, ...header, name })),
        ];
        return [`${path} ${status}`, objectOf(fields)] as const;
      }),
  );
  const resolved = (schemas: readonly (readonly [string, Schema])[]) =>
    Object.fromEntries(schemas.map(([name, schema]) => [name, resolve(schema, components.schemas)]));
  const errors = [['an error', components.schemas['ErrorResponse'] ?? {}]] as const;
  return { sent: resolved(sent), received: resolved([...received, ...errors]) };
}

function objectOf(fields: readonly Parameter[]): Schema {
  return {
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

function nameOf({ $ref = '' }: { readonly $ref?: string }): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** Replaces references by what they refer to. No schema refers to itself. */
function resolve(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const replace = (_key: string, value: unknown): unknown => {
    const referred = typeof value === 'object' && value !== null && '$ref' in value;
    return referred ? resolve(schemas[nameOf(value as Schema)] ?? {}, schemas) : value;
  };
  return JSON.parse(JSON.stringify(schema, replace)) as Schema;
}

function schemasOfChannel({ $defs }: Channel): Schemas {
  const all = Object.entries($defs);
  const isSent = ([name]: readonly [string, Schema]) => name.endsWith('Request');
  return {
    sent: Object.fromEntries(all.filter(isSent)),
    received: Object.fromEntries(all.filter((entry) => !isSent(entry))),
  };
}

interface Place {
  readonly direction: Direction;
  readonly at: string;
}

function compareFields(
  before: Readonly<Record<string, Schema>>,
  after: Readonly<Record<string, Schema>>,
  { direction, at }: Place,
): string[] {
  return Object.entries(before).flatMap(([name, schema]) => {
    const path = at === '' ? name : `${at}.${name}`;
    const now = after[name];
    return now === undefined ? [`${path}: removed`] : compare(schema, now, { direction, at: path });
  });
}

function compare(before: Schema, after: Schema, place: Place): string[] {
  const { direction, at } = place;
  const nested = (name: string, one: Schema | undefined, other: Schema | undefined) =>
    one === undefined || other === undefined ? [] : compare(one, other, { direction, at: `${at}${name}` });
  // What is sent may be restricted less than before, and what is received may be restricted more.
  const [strict, loose] = direction === 'sent' ? [before, after] : [after, before];
  return [
    ...violated(strict, loose).map((problem) => `${at}: ${problem} (${direction})`),
    ...compareFields(before.properties ?? {}, after.properties ?? {}, place),
    ...nested('[]', before.items, after.items),
    ...nested('.*', schemaOf(before.additionalProperties), schemaOf(after.additionalProperties)),
    ...(before.oneOf ?? []).flatMap((variant, index) => nested(`|${index}`, variant, after.oneOf?.[index])),
  ];
}

function schemaOf(additional: boolean | Schema | undefined): Schema | undefined {
  return typeof additional === 'object' ? additional : undefined;
}

/** Names why a value of the strict schema may not be one of the loose one; fields are compared apart. */
function violated(strict: Schema, loose: Schema): string[] {
  const values = ({ const: value, enum: several }: Schema) => (value === undefined ? several : [value]);
  const [allowed, given] = [values(loose), values(strict)];
  const isMissing = (value: unknown) => !(allowed ?? []).includes(value);
  const checks: [string, boolean][] = [
    [
      'type',
      loose.type !== undefined &&
        loose.type !== strict.type &&
        !(loose.type === 'number' && strict.type === 'integer'),
    ],
    ['values', allowed !== undefined && (given === undefined || given.some(isMissing))],
    ['pattern', loose.pattern !== undefined && loose.pattern !== strict.pattern],
    ['variants', (loose.oneOf?.length ?? Infinity) < (strict.oneOf?.length ?? 0)],
    ...(['minimum', 'minLength', 'minItems'] as const).map((bound): [string, boolean] => [
      bound,
      (loose[bound] ?? -Infinity) > (strict[bound] ?? -Infinity),
    ]),
    ...(['maximum', 'maxLength', 'maxItems'] as const).map((bound): [string, boolean] => [
      bound,
      (loose[bound] ?? Infinity) < (strict[bound] ?? Infinity),
    ]),
    ...(loose.required ?? []).map((name): [string, boolean] => [
      `required ${name}`,
      !strict.required?.includes(name),
    ]),
  ];
  return checks.filter(([, isViolated]) => isViolated).map(([name]) => name);
}

function changedFixtures(before: Interfaces['fixtures'], after: Interfaces['fixtures']): string[] {
  return Object.entries(before).flatMap(([name, fixture]) => {
    const now = after[name];
    if (now === undefined) return [`${name}: removed`];
    return isDeepStrictEqual(meaningOf(fixture), meaningOf(now)) ? [] : [`${name}: changed`];
  });
}

/** What mods rely on: the sentence of an error is for people. */
function meaningOf({ given, request, response, usesPermit }: Fixture): unknown {
  return { given, request, response: { ...response, message: '' }, usesPermit };
}
