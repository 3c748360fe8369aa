import type { TextKey, TextValues } from '../texts/translate.ts';

/** A sentence to be translated when it is shown. */
export interface Phrase {
  readonly key: TextKey;
  /** May include untrusted texts. */
  readonly values?: TextValues;
}
