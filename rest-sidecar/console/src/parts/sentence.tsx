import { useApp } from '../state/context.ts';
import type { Phrase } from '../state/phrase.ts';
import { Text } from './text.tsx';

/** A sentence in the chosen language. Each value in it is a text of its own, whatever its direction. */
export function Sentence({ phrase: { key, values = {} } }: { readonly phrase: Phrase }) {
  const { t } = useApp();
  // Names of values alternate with what stands between them.
  const parts = t(key).split(/\{(\w+)\}/);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 0 ? part : <Text key={index} of={String(values[part] ?? '')} />,
      )}
    </>
  );
}
