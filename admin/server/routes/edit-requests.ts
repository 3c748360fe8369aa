import { describeViolation } from '../../../shared/describe-violation.ts';
import { CHANGE_SOURCES } from '../../../shared/feature-control/blocklist-editor.ts';
import type { ChangeSource, HistoryQuery } from '../../../shared/feature-control/blocklist-editor.ts';
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
import { HISTORY_POSITION_PATTERN } from '../../../shared/rest/blocklist-edits.ts';
import type { Request } from 'express';

/** An invalid request: the field and the problem, as a sentence. */
export interface BadRequest {
  readonly field: string;
  readonly problem: string;
}

/** A feature in a list. */
export interface EntryPath {
  readonly list: BlocklistName;
  readonly feature: string;
}

/** Checks the names in the path of an entry. @param owner the client or server; empty for the global list */
export function parseEntryPath(
  kind: BlocklistName['kind'],
  { owner = '', feature = '' }: Partial<Record<'owner' | 'feature', string>>,
): EntryPath | BadRequest {
  const problem = nameProblem(feature, 'feature', false);
  if (problem !== undefined) return { field: 'feature', problem };
  if (kind === 'global') return { list: GLOBAL_LIST, feature };
  const ownerProblem = nameProblem(owner, kind, false);
  if (ownerProblem !== undefined) return { field: kind, problem: ownerProblem };
  return { list: kind === 'client' ? clientList(owner) : serverList(owner), feature };
}

/** Returns the ETag of an entry's state, which is a strong validator. */
export function etagOf(state: EntryState): string {
  return `"${formatState(state)}"`;
}

/** Returns the query of a request. */
export function queryOf({ url }: Request): URLSearchParams {
  return new URLSearchParams(url.split('?').slice(1).join('?'));
}

const MAX_CHANGES = 200;
const DEFAULT_CHANGES = 50;
const HISTORY_POSITION = new RegExp(HISTORY_POSITION_PATTERN);
const PARAMETERS = ['list', 'feature', 'actor', 'source', 'before', 'most'];

/** Parses the query of the history. */
export function parseHistoryQuery(query: URLSearchParams): HistoryQuery | BadRequest {
  // An ignored filter with a mistyped name would return the changes of all lists.
  if ([...query.keys()].some((name) => !PARAMETERS.includes(name)))
    return { field: 'query', problem: `The parameters are ${PARAMETERS.join(', ')}.` };
  for (const name of PARAMETERS)
    if (query.getAll(name).length > 1) return { field: name, problem: `${name} must be given once.` };
  const text = (name: string): string | undefined => query.get(name) ?? undefined;
  const listText = text('list');
  const list = listText === undefined ? undefined : parseBlocklistName(listText);
  if (listText !== undefined && list === undefined)
    return { field: 'list', problem: 'list must be global, client:<client> or server:<server>.' };
  const source = text('source');
  if (source !== undefined && !isSource(source))
    return { field: 'source', problem: `source must be one of ${CHANGE_SOURCES.join(', ')}.` };
  const most = text('most') ?? String(DEFAULT_CHANGES);
  if (!/^[0-9]{1,3}$/.test(most) || Number(most) < 1 || Number(most) > MAX_CHANGES)
    return { field: 'most', problem: `most must be a whole number from 1 to ${MAX_CHANGES}.` };
  const before = text('before');
  if (before !== undefined && !HISTORY_POSITION.test(before))
    return { field: 'before', problem: 'before must be the value of next in an earlier page.' };
  return {
    list,
    source,
    before,
    maxChanges: Number(most),
    feature: text('feature'),
    actor: text('actor'),
  };
}

function isSource(text: string): text is ChangeSource {
  return CHANGE_SOURCES.some((source) => source === text);
}

/** Validates the body of a request. A missing body counts as an empty object. */
export function readBody<Body>(
  validate: SchemaValidator<Body>,
  body: unknown = {},
): { readonly value: Body } | BadRequest {
  if (validate(body)) return { value: body };
  const [violation] = validate.errors ?? [];
  if (violation === undefined) return { field: 'body', problem: 'The body is not valid.' };
  const field = violation.instancePath.split('/')[1];
  return { field: field ?? 'body', problem: describeViolation(violation, { whole: 'the body' }) };
}
