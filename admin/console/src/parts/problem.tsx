import type { Phrase } from '../state/phrase.ts';
import { Sentence } from './sentence.tsx';

/** An error message; renders nothing if there is none. */
export function Problem({ phrase }: { readonly phrase: Phrase | undefined }) {
  return phrase === undefined ? null : (
    <p class="problem">
      <Sentence phrase={phrase} />
    </p>
  );
}
