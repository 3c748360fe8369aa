import { MAX_EDITED_FEATURES } from './blocklist-change.ts';
import type { EditField } from './blocklist-editor.ts';
import type { BlocklistName } from './blocklist-name.ts';
import { checkFeatures } from './check-features.ts';
import { isBlocked, LAST_MS } from './entry-state.ts';
import type { EntryState } from './entry-state.ts';
import type { ListContents } from './list-contents.ts';

const { client, features } = checkFeatures.payloadSchema.properties;

/** Maximum length of each text, in characters (G13 for the names of mods and features). */
export const MAX_CHARACTERS = {
  client: client.maxLength,
  server: client.maxLength,
  feature: features.items.maxLength,
  reason: 500,
  actor: 128,
} as const;

/** Why a requested edit is invalid. */
export interface EditProblem {
  readonly field: EditField;
  /** A sentence. */
  readonly problem: string;
}

/** An edit as requested, not yet validated. */
interface RequestedEdit {
  readonly list: BlocklistName;
  readonly wanted: ListContents;
  readonly reason: string | undefined;
  /** An undo accepts names with control characters, which direct writes may have blocked. Default: false. */
  readonly isUndo?: boolean;
}

/** Returns the first problem of an edit; undefined if it is valid. */
export function findEditProblem({
  isUndo = false,
  list,
  reason = '',
  wanted,
}: RequestedEdit): EditProblem | undefined {
  const isNew = (state: EntryState): boolean => !isUndo && isBlocked(state);
  const problemOfList = listProblem(list, [...wanted.values()].some(isNew));
  if (problemOfList !== undefined) return { field: 'list', problem: problemOfList };
  if (wanted.size === 0 || wanted.size > MAX_EDITED_FEATURES)
    return { field: 'feature', problem: `An edit changes 1 to ${MAX_EDITED_FEATURES} features.` };
  for (const [feature, state] of wanted) {
    const problem = nameProblem(feature, 'feature', isNew(state));
    if (problem !== undefined) return { field: 'feature', problem };
    const { untilMs } = state;
    if (untilMs !== undefined && !(Number.isInteger(untilMs) && untilMs > 0 && untilMs <= LAST_MS))
      return { field: 'until', problem: 'The time must be whole milliseconds since the epoch.' };
  }
  const problemOfReason = reasonProblem(reason);
  return problemOfReason === undefined ? undefined : { field: 'reason', problem: problemOfReason };
}

/**
 * Returns why a list cannot be edited; undefined if it can.
 * @param isNew whether something is about to be added to it
 */
export function listProblem(list: BlocklistName, isNew: boolean): string | undefined {
  if (list.type === 'global') return undefined;
  const problem = nameProblem(list.name, list.type, isNew);
  if (problem !== undefined || isEditable(list)) return problem;
  return `The list of a ${list.type} whose name has braces can only be edited with redis-cli.`;
}

/**
 * Returns the name that proxies have for a game server, if it differs from the given one only in case; then
 * the list of the given name would have no effect.
 * @param servers the names that proxies have
 */
export function rightServerName(list: BlocklistName, servers: readonly string[]): string | undefined {
  if (list.type !== 'server' || servers.includes(list.name)) return undefined;
  const name = list.name.toLowerCase();
  return servers.find((server) => server.toLowerCase() === name);
}

/** Whether all keys of the list are in one cluster slot. Braces in its name would prevent that. */
export function isEditable(list: BlocklistName): boolean {
  return list.type === 'global' || !/[{}]/.test(list.name);
}

/**
 * Returns why a text is not a valid name; undefined if it is one.
 * @param named what the name is of
 * @param isNew whether the name is about to be added to a list
 */
export function nameProblem(
  name: string,
  named: 'client' | 'server' | 'feature',
  isNew: boolean,
): string | undefined {
  const max = MAX_CHARACTERS[named];
  if (name === '') return `The name of a ${named} cannot be empty.`;
  if (!name.isWellFormed()) return `The name of a ${named} must be valid Unicode text.`;
  if (Array.from(name).length > max) return `The name of a ${named} has at most ${max} characters.`;
  if (isNew && hasControlCharacter(name)) return `The name of a ${named} cannot have control characters.`;
  return undefined;
}

/** Returns why a text is not a valid reason; undefined if it is one. */
export function reasonProblem(reason: string): string | undefined {
  if (!reason.isWellFormed()) return 'A reason must be valid Unicode text.';
  if (Array.from(reason).length > MAX_CHARACTERS.reason)
    return `A reason has at most ${MAX_CHARACTERS.reason} characters.`;
  return hasControlCharacter(reason) ? 'A reason cannot have control characters or line breaks.' : undefined;
}

function hasControlCharacter(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}
