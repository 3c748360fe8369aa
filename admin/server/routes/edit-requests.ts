import type { Request } from 'express';
import { describeViolation } from '../../../shared/describe-violation.ts';
import type { HistoryQuery } from '../../../shared/feature-control/blocklist-editor.ts';
import {
  clientList,
  GLOBAL_LIST,
  parseBlocklistName,
  serverList,
} from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { nameProblem } from '../../../shared/feature-control/edit-problems.ts';
import { formatState } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import type { SchemaValidator } from '../../../shared/json-schema.ts';
import { historyQuerySchema } from '../../../shared/rest/blocklist-edits.ts';
import { validators } from '../../../shared/rest/validators.js';
import { badRequest } from '../http/refusals.ts';
import type { Refusal } from '../http/reply.ts';

/** A feature in a list. */
export interface EntryPath {
  readonly list: BlocklistName;
  readonly feature: string;
}

/** Checks the names in the path of an entry. @param owner the client or server; empty for the global list */
export function parseEntryPath(
  kind: BlocklistName['kind'],
  { owner = '', feature = '' }: Partial<Record<'owner' | 'feature', string>>,
): EntryPath | Refusal {
  const problem = nameProblem(feature, 'feature', false);
  if (problem !== undefined) return badRequest('feature', problem);
  if (kind === 'global') return { list: GLOBAL_LIST, feature };
  const ownerProblem = nameProblem(owner, kind, false);
  if (ownerProblem !== undefined) return badRequest(kind, ownerProblem);
  return { list: kind === 'client' ? clientList(owner) : serverList(owner), feature };
}

/** Returns the ETag of an entry's state, which is a strong validator. */
export function etagOf(state: EntryState): string {
  return `"${formatState(state)}"`;
}

/**
 * Parses the query of the history. Unknown parameters are refused: an ignored filter with a mistyped name
 * would return the changes of all lists.
 */
export function parseHistoryQuery({ most, ...filters }: Request['query']): HistoryQuery | Refusal {
  const { default: defaultMost } = historyQuerySchema.properties.most;
  const given = { ...filters, most: most === undefined ? defaultMost : Number(most) };
  const read = validate(validators.historyQuery, given, 'query');
  if ('status' in read) return read;
  const { list, most: maxChanges, ...query } = read.value;
  return { ...query, maxChanges, list: parseBlocklistName(list ?? '') };
}

/** Validates a part of a request by its schema. @param part what is invalid if no single field is */
export function validate<T>(
  schema: SchemaValidator<T>,
  value: unknown,
  part: 'body' | 'query',
): { readonly value: T } | Refusal {
  if (schema(value)) return { value };
  const [violation] = schema.errors ?? [];
  const field = violation?.instancePath.split('/')[1];
  return badRequest(field ?? part, describeViolation(violation, { whole: `the ${part}` }));
}
