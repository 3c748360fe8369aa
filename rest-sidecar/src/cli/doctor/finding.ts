/** `problem` for what breaks, `warning` for what may break, `note` for what is good to know. */
export type Level = 'ok' | 'note' | 'warning' | 'problem';

/** What one check has found. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly check: string;
  readonly level: Level;
  /** What was found, in a sentence. */
  readonly text: string;
  /** What to do about it, in a sentence; left out where nothing has to be done. */
  readonly advice?: string;
}

/** Something that is as it should be. */
export function ok(check: string, text: string): Finding {
  return { check, level: 'ok', text };
}

/** The first names of a list, and how many there are besides. */
export function someOf(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
