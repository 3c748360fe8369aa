import { useApp } from '../state/context.ts';
import type { Phrase } from '../state/phrase.ts';
import { Text } from './text.tsx';

/** A sentence in the selected language. Each value in it is escaped, and isolated from the text direction. */
export function Sentence({ phrase: { key, values = {} } }: { readonly phrase: Phrase }) {
  const { t } = useApp();
  // Parts of the sentence alternate with the names of values.
  const parts = t(key).split(/\{(\w+)\}/);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 0 ? part : <Text key={index} of={String(values[part] ?? '')} />,
      )}
    </>
  );
}
