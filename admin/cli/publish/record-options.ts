import { Option } from 'commander';
import type { Command } from 'commander';
import { UsageError } from '../command-error.ts';
import { isRounded } from '../yaml-file.ts';
import { isTime } from './published-types.ts';
import type { PublishedType } from './published-types.ts';

/** The field of a trade that is the current time unless given. */
const NOW_BY_DEFAULT = 'datetime';

/** The options as parsed by commander: texts by field, and lists of texts for `--candidate` and `--field`. */
export type RecordOptions = Readonly<Record<string, unknown>>;

/** Adds an option for each field of a type, such as `--starts-at` for `startsAt`. */
export function addRecordOptions(command: Command, { name, schema }: PublishedType): void {
  for (const [field, fieldSchema] of Object.entries(schema.properties)) {
    const { type, description = '' } = fieldSchema;
    if (type === 'array') continue;
    const flag = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const placeholder = isTime(fieldSchema) ? 'time' : type === 'string' ? 'text' : 'number';
    const isRequired = schema.required.includes(field) && field !== NOW_BY_DEFAULT;
    const text = [
      description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, ''),
      ...(isTime(fieldSchema) ? [', or a date such as 2026-12-01T18:00'] : []),
      ...(field === NOW_BY_DEFAULT ? [' (default: now)'] : []),
    ].join('');
    command.addOption(new Option(`--${flag} <${placeholder}>`, text).makeOptionMandatory(isRequired));
  }
  if (name === 'voting')
    command.option('--candidate <id=name>', 'a candidate; one is required, repeat it for each', collect);
  if (name !== 'trade')
    command.option(
      '--field <name=value>',
      'a further field, as JSON or as text; repeat it for each',
      collect,
    );
}

function collect(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Builds the record from the options; the schema is not checked yet. @throws {UsageError} */
export function recordOf({ schema }: PublishedType, options: RecordOptions, nowMs: number): object {
  const record: Record<string, unknown> = {};
  for (const pair of (options['field'] ?? []) as readonly string[]) {
    const [field, value] = splitPair('--field', pair);
    record[field] = parseJsonOrText(value);
  }
  for (const [field, { type }] of Object.entries(schema.properties)) {
    const text = options[field];
    if (typeof text === 'string')
      record[field] = type === 'number' && NUMBER.test(text) ? Number(text) : text;
    else if (field === NOW_BY_DEFAULT) record[field] = nowMs;
  }
  if ('candidates' in schema.properties) {
    const candidates = (options['candidate'] ?? []) as readonly string[];
    if (candidates.length === 0) throw new UsageError('a voting needs at least one --candidate');
    record['candidates'] = candidates.map((pair) => {
      const [id, name] = splitPair('--candidate', pair);
      return { id, name };
    });
  }
  return record;
}

function splitPair(flag: string, pair: string): [string, string] {
  const at = pair.indexOf('=');
  if (at < 1) throw new UsageError(`${flag} must have the form name=value.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

function parseJsonOrText(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  // An identifier of Discord, for example, is kept as text.
  return isRounded(value) ? text : value;
}
