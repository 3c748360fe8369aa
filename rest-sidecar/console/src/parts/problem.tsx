import type { Phrase } from '../state/phrase.ts';
import { Sentence } from './sentence.tsx';

/** Why something is not as it was wanted, where it is not. */
export function Problem({ phrase }: { readonly phrase: Phrase | undefined }) {
  return phrase === undefined ? null : (
    <p class="problem">
      <Sentence phrase={phrase} />
    </p>
  );
}
