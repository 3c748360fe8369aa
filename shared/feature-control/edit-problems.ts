import type { EditField } from './blocklist-editor.ts';
import type { BlocklistName } from './blocklist-name.ts';
import { checkFeatures } from './check-features.ts';
import { LAST_MS } from './entry-state.ts';

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
  readonly feature: string;
  readonly reason: string | undefined;
  readonly untilMs?: number | undefined;
  /**
   * False for unblocking. It accepts names with control characters, which direct writes may have blocked.
   */
  readonly isBlocking: boolean;
}

/** Returns the first problem of an edit; undefined if it is valid. */
export function findEditProblem(edit: RequestedEdit): EditProblem | undefined {
  const { feature, isBlocking, list, reason, untilMs } = edit;
  const problemOfList = listProblem(list, isBlocking);
  if (problemOfList !== undefined) return { field: 'list', problem: problemOfList };
  const featureProblem = nameProblem(feature, 'feature', isBlocking);
  if (featureProblem !== undefined) return { field: 'feature', problem: featureProblem };
  const problemOfReason = reason === undefined ? undefined : reasonProblem(reason);
  if (problemOfReason !== undefined) return { field: 'reason', problem: problemOfReason };
  return untilMs === undefined || (Number.isInteger(untilMs) && untilMs > 0 && untilMs <= LAST_MS)
    ? undefined
    : { field: 'until', problem: 'The time must be whole milliseconds since the epoch.' };
}

/**
 * Returns why a list cannot be edited; undefined if it can.
 * @param isNew whether something is about to be added to it
 */
export function listProblem(list: BlocklistName, isNew: boolean): string | undefined {
  if (list.kind === 'global') return undefined;
  const problem = nameProblem(list.name, list.kind, isNew);
  if (problem !== undefined || isEditable(list)) return problem;
  return `The list of a ${list.kind} whose name has braces can only be edited with redis-cli.`;
}

/** Whether all keys of the list are in one cluster slot. Braces in its name would prevent that. */
export function isEditable(list: BlocklistName): boolean {
  return list.kind === 'global' || !/[{}]/.test(list.name);
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
