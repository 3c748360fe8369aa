import { Option } from 'commander';
import type { Command } from 'commander';
import { UsageFailure } from '../failure.ts';
import { parseTime } from '../times.ts';
import { TIME_DESCRIPTION, TIME_FIELDS } from './record-kinds.ts';
import type { RecordKind } from './record-kinds.ts';
import { hasRoundedInteger } from './rounded-integers.ts';

/** The field of a trade that is the current time unless given. */
const NOW_BY_DEFAULT = 'datetime';

/** The flags as parsed by commander: texts by field, and lists of texts for `--candidate` and `--field`. */
export type RecordFlags = Readonly<Record<string, unknown>>;

/** Adds a flag for each field of a kind, such as `--starts-at` for `startsAt`. */
export function addRecordFlags(command: Command, { name, schema }: RecordKind): Command {
  for (const [field, { type, description = '' }] of Object.entries(schema.properties)) {
    if (type === 'array') continue;
    const flag = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const placeholder = TIME_FIELDS.has(field) ? 'time' : type === 'string' ? 'text' : 'number';
    const option = new Option(`--${flag} <${placeholder}>`, descriptionOf(field, description));
    command.addOption(
      option.makeOptionMandatory(schema.required.includes(field) && field !== NOW_BY_DEFAULT),
    );
  }
  if (name === 'voting') {
    command.option('--candidate <id=name>', 'a candidate; one is required, repeat it for each', collect);
  }
  if (name !== 'trade') {
    command.option(
      '--field <name=value>',
      'a further field, as JSON or as text; repeat it for each',
      collect,
    );
  }
  return command;
}

function descriptionOf(field: string, description: string): string {
  const text = description.replace(TIME_DESCRIPTION, '').replace(/\.$/, '');
  const first = text.charAt(0).toLowerCase() + text.slice(1);
  if (!TIME_FIELDS.has(field)) return first;
  const time = `${first}: a date such as 2026-12-01T18:00, or milliseconds`;
  return field === NOW_BY_DEFAULT ? `${time} (default: now)` : time;
}

function collect(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

/** Builds the record from the flags; the schema is not checked yet. @throws {UsageFailure} naming the flag */
export function recordOf({ schema }: RecordKind, flags: RecordFlags, nowMs: number): object {
  const record: Record<string, unknown> = {};
  for (const pair of (flags['field'] ?? []) as readonly string[]) {
    const [field, value] = splitPair('--field', pair);
    record[field] = parseJsonOrText(value);
  }
  for (const [field, { type }] of Object.entries(schema.properties)) {
    const text = flags[field];
    if (typeof text === 'string') record[field] = parseFlag(field, type, text);
    else if (field === NOW_BY_DEFAULT) record[field] = nowMs;
  }
  if ('candidates' in schema.properties) {
    const candidates = (flags['candidate'] ?? []) as readonly string[];
    if (candidates.length === 0) throw new UsageFailure('a voting needs at least one --candidate');
    record['candidates'] = candidates.map((pair) => {
      const [id, name] = splitPair('--candidate', pair);
      return { id, name };
    });
  }
  return record;
}

function parseFlag(field: string, type: string, text: string): unknown {
  if (TIME_FIELDS.has(field)) {
    const time = parseTime(text);
    if (typeof time === 'number') return time;
    throw new UsageFailure(`${field}: ${time}`);
  }
  if (type === 'string') return text;
  if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return Number(text);
  throw new UsageFailure(`${field} must be a number.`);
}

function splitPair(flag: string, pair: string): [string, string] {
  const at = pair.indexOf('=');
  if (at < 1) throw new UsageFailure(`${flag} must have the form name=value.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

function parseJsonOrText(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  if (!hasRoundedInteger(text)) return value;
  // An identifier of Discord, for example, is kept as text.
  if (typeof value === 'number') return text;
  throw new UsageFailure('--field: a number would be rounded; put it in quotes.');
}
