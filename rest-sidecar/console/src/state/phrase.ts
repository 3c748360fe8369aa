import type { TextKey, TextValues } from '../texts/translate.ts';

/** A sentence that is still to be written in a language. */
export interface Phrase {
  readonly key: TextKey;
  /** Texts that anybody may have written among them. */
  readonly values?: TextValues;
}
