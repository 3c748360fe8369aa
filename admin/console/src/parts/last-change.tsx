import type { Change } from '../state/api-types.ts';
import { useApp } from '../state/context.ts';
import { formatTime } from '../state/formats.ts';
import { Sentence } from './sentence.tsx';
import { Text } from './text.tsx';

/** By whom, when and why an entry was changed last; empty if that is not known. */
export function LastChange({ change }: { readonly change: Change | undefined }) {
  const { language } = useApp();
  if (change === undefined) return null;
  const { actor, at, reason } = change;
  return (
    <>
      {actor === '' ? null : (
        <p>
          <Sentence phrase={{ key: 'edit.conflictBy', values: { actor, time: formatTime(at, language) } }} />
        </p>
      )}
      {reason === undefined ? null : (
        <p class="reason">
          <Text of={reason} />
        </p>
      )}
    </>
  );
}
