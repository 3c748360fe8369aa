import { CHANGE_SOURCES } from '../../../../shared/feature-control/blocklist-editor.ts';
import type { ChangeSource, HistoryQuery } from '../../../../shared/feature-control/blocklist-editor.ts';
import {
  clientList,
  GLOBAL_LIST,
  parseBlocklistName,
  serverList,
} from '../../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { nameProblem } from '../../../../shared/feature-control/edit-problems.ts';
import { formatState } from '../../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../../shared/feature-control/entry-state.ts';

/** What a request cannot be read for: the field, and a sentence. */
export interface BadRequest {
  readonly field: string;
  readonly problem: string;
}

/** One feature in one list. */
export interface EntryPath {
  readonly list: BlocklistName;
  readonly feature: string;
}

/** @param parts the owner of the list, for lists that have one, and the feature, percent-encoded */
export function parseEntryPath(
  kind: BlocklistName['kind'],
  parts: readonly string[],
): EntryPath | BadRequest {
  const names = parts.map(decode);
  const feature = names.at(-1);
  if (feature === undefined)
    return { field: 'feature', problem: 'The feature is not percent-encoded UTF-8.' };
  const problem = nameProblem(feature, 'feature', false);
  if (problem !== undefined) return { field: 'feature', problem };
  if (kind === 'global') return { list: GLOBAL_LIST, feature };
  const [owner] = names;
  if (owner === undefined) return { field: kind, problem: `The ${kind} is not percent-encoded UTF-8.` };
  const inOwner = nameProblem(owner, kind, false);
  if (inOwner !== undefined) return { field: kind, problem: inOwner };
  return { list: kind === 'client' ? clientList(owner) : serverList(owner), feature };
}

/** @returns undefined where the text is not percent-encoded UTF-8 */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The strong validator of an entry's state. */
export function etagOf(state: EntryState): string {
  return `"${formatState(state)}"`;
}

const MOST_CHANGES = 200;
const USUAL_CHANGES = 50;
const PARAMETERS = ['list', 'feature', 'actor', 'source', 'before', 'most'];

/** Reads the query of the history. */
export function parseHistoryQuery(query: URLSearchParams): HistoryQuery | BadRequest {
  // A filter with a typing error would show everything.
  if ([...query.keys()].some((name) => !PARAMETERS.includes(name)))
    return { field: 'query', problem: `The parameters are ${PARAMETERS.join(', ')}.` };
  for (const name of PARAMETERS)
    if (query.getAll(name).length > 1) return { field: name, problem: `${name} must be given once.` };
  const text = (name: string): string | undefined => query.get(name) ?? undefined;
  const list = text('list');
  const named = list === undefined ? undefined : parseBlocklistName(list);
  if (list !== undefined && named === undefined)
    return { field: 'list', problem: 'list must be global, client:<client> or server:<server>.' };
  const source = text('source');
  if (source !== undefined && !isSource(source))
    return { field: 'source', problem: `source must be one of ${CHANGE_SOURCES.join(', ')}.` };
  const most = text('most') ?? String(USUAL_CHANGES);
  if (!/^[0-9]{1,3}$/.test(most) || Number(most) < 1 || Number(most) > MOST_CHANGES)
    return { field: 'most', problem: `most must be a whole number from 1 to ${MOST_CHANGES}.` };
  const before = text('before');
  if (before !== undefined && !/^\d{1,16}-\d{1,20}@/.test(before))
    return { field: 'before', problem: 'before must be the next of an earlier page.' };
  return {
    ...{ list: named, source, before, most: Number(most) },
    ...{ feature: text('feature'), actor: text('actor') },
  };
}

function isSource(text: string): text is ChangeSource {
  return CHANGE_SOURCES.some((source) => source === text);
}
