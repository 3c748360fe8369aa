import { storedEventSchema, eventsOfServerSchema } from '../../../shared/rest/event.ts';
import { serverSchema, storedServerSchema } from '../../../shared/rest/server.ts';
import { storedVotingSchema, votingsOfServerSchema } from '../../../shared/rest/voting.ts';

interface RecordSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, RecordSchema>>;
  readonly items?: RecordSchema;
  readonly examples?: readonly unknown[];
}

interface RecordKind {
  readonly kind: 'server' | 'event' | 'voting';
  readonly stored: RecordSchema;
  readonly served: RecordSchema;
}

/** The records that admins and game servers store as JSON, in stored and in served form. */
export const RECORD_KINDS: readonly RecordKind[] = [
  { kind: 'server', stored: storedServerSchema, served: serverSchema },
  { kind: 'event', stored: storedEventSchema, served: eventsOfServerSchema.items },
  { kind: 'voting', stored: storedVotingSchema, served: votingsOfServerSchema.items },
];

/** The fields of a record, and those of the records in its lists, such as `candidates.name`. */
export function fieldsOf({ properties = {} }: RecordSchema): string[] {
  return Object.entries(properties).flatMap(([name, field]) => [
    name,
    ...fieldsOf(field.items ?? {}).map((inner) => `${name}.${inner}`),
  ]);
}

/** The names of the fields in a value, in the same form. */
export function fieldsIn(value: unknown): string[] {
  return Object.entries(value as object).flatMap(([name, field]: [string, unknown]) => {
    const inner = Array.isArray(field) ? [...new Set(field.flatMap(fieldsIn))] : [];
    return [name, ...inner.map((each) => `${name}.${each}`)];
  });
}
