import type { Request } from 'express';
import type { HttpError } from '../../../node/http/errors.ts';
import { describeViolation } from '../../../shared/describe-violation.ts';
import { BLOCK_END_PROBLEMS, isTooFar } from '../../../shared/feature-control/block-end.ts';
import type { HistoryQuery } from '../../../shared/feature-control/blocklist-editor.ts';
import {
  clientList,
  GLOBAL_LIST,
  parseBlocklistName,
  serverList,
} from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { nameProblem } from '../../../shared/feature-control/edit-problems.ts';
import { formatState, parseState } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import type { ListContents } from '../../../shared/feature-control/list-contents.ts';
import type { SchemaValidator } from '../../../shared/json-schema.ts';
import { parseStateBody } from '../../../shared/rest/blocklist-bodies.ts';
import { historyQuerySchema } from '../../../shared/rest/blocklist-edits.ts';
import type { EntryStateBody } from '../../../shared/rest/blocklist-edits.ts';
import { validators } from '../../../shared/rest/validators.js';
import { badRequest } from '../http/refusals.ts';

/** The names in a path; those that are empty are missing. */
export type Names = Readonly<Partial<Record<'owner' | 'feature' | 'id', string>>>;

/** Reads the list of a path. */
export function parseListPath(
  type: BlocklistName['type'],
  { owner = '' }: Names,
): { readonly list: BlocklistName } | HttpError {
  if (type === 'global') return { list: GLOBAL_LIST };
  const problem = nameProblem(owner, type, false);
  if (problem !== undefined) return badRequest(type, problem);
  return { list: type === 'client' ? clientList(owner) : serverList(owner) };
}

export interface Entry {
  readonly list: BlocklistName;
  readonly feature: string;
}

/** Reads the list and the feature of a path. */
export function parseEntryPath(type: BlocklistName['type'], names: Names): Entry | HttpError {
  const path = parseListPath(type, names);
  if ('status' in path) return path;
  const { feature = '' } = names;
  const problem = nameProblem(feature, 'feature', false);
  return problem === undefined ? { ...path, feature } : badRequest('feature', problem);
}

/** Returns the ETag of an entry's state, which is a strong validator. */
export function etagOf(state: EntryState): string {
  return `"${formatState(state)}"`;
}

/** Parses `If-Match`. @returns the states of its entity tags; undefined if it accepts any state */
export function parseIfMatch(header: string): readonly EntryState[] | undefined {
  if (header.trim() === '*') return undefined;
  // A weak tag never matches (RFC 9110, section 13.1.1).
  const parts = header.split('"');
  return parts.flatMap((part, index) => {
    const isTag = index % 2 === 1 && index < parts.length - 1 && !parts[index - 1]?.endsWith('W/');
    return (isTag ? parseState(part) : undefined) ?? [];
  });
}

/**
 * Converts the states of a body.
 * @param field of the body
 */
export function parseStates(
  field: string,
  bodies: Readonly<Record<string, EntryStateBody>>,
): { readonly states: ListContents } | HttpError {
  const states = new Map<string, EntryState>();
  for (const [feature, body] of Object.entries(bodies)) {
    const state = parseStateBody(body);
    if (state === undefined)
      return badRequest(field, 'A feature that is not blocked has no until and no permanent.');
    states.set(feature, state);
  }
  return { states };
}

/** Refuses timed blocks that would last too long. @param nowMs the time of Redis, since the epoch */
export function endRefusal(wanted: ListContents, nowMs: number): HttpError | undefined {
  const isRefused = [...wanted.values()].some(({ untilMs = 0 }) => isTooFar(untilMs, nowMs));
  return isRefused ? badRequest('until', BLOCK_END_PROBLEMS['too-far']) : undefined;
}

/**
 * Parses the query of the history. Unknown parameters are refused: an ignored filter with a mistyped name
 * would return the changes of all lists.
 */
export function parseHistoryQuery({ most, since, ...filters }: Request['query']): HistoryQuery | HttpError {
  const { default: defaultMost } = historyQuerySchema.properties.most;
  const given = {
    ...filters,
    most: most === undefined ? defaultMost : Number(most),
    ...(since === undefined ? {} : { since: Number(since) }),
  };
  const read = validate(validators.historyQuery, given, 'query');
  if ('status' in read) return read;
  const { list, most: maxChanges, since: sinceMs, ...query } = read.value;
  return { ...query, maxChanges, sinceMs, list: parseBlocklistName(list ?? '') };
}

/** Validates a part of a request by its schema. @param part what is invalid if no single field is */
export function validate<T>(
  schema: SchemaValidator<T>,
  value: unknown,
  part: 'body' | 'query',
): { readonly value: T } | HttpError {
  if (schema(value)) return { value };
  const [violation] = schema.errors ?? [];
  const field = violation?.instancePath.split('/')[1];
  return badRequest(field ?? part, describeViolation(violation, { whole: `the ${part}` }));
}
