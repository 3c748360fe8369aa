/** `problem`: something does not work; `warning`: it may fail later; `note`: for information. */
export type Level = 'ok' | 'note' | 'warning' | 'problem';

/** A result of a check. */
export interface Finding {
  /** Name of the check, in a word or two. */
  readonly check: string;
  readonly level: Level;
  /** The result, as a sentence. */
  readonly text: string;
  /** What to do about it, as a sentence; absent if nothing has to be done. */
  readonly advice?: string;
}

/** Creates the finding of a check that has passed. */
export function ok(check: string, text: string): Finding {
  return { check, level: 'ok', text };
}

/** Creates a finding with what to do about it. */
export function finding(level: Level, check: string, text: string, advice: string): Finding {
  return { check, level, text, advice };
}

/** Lists the first `max` names, and counts the others. */
export function abbreviate(names: readonly string[], max = 5): string {
  const shown = names.slice(0, max).join(', ');
  return names.length > max ? `${shown} and ${names.length - max} more` : shown;
}
