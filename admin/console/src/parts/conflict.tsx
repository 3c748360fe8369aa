import { useApp } from '../state/context.ts';
import { formatEntry, formatTime } from '../state/formats.ts';
import type { Entry } from '../state/api-types.ts';
import { Sentence } from './sentence.tsx';

/** Shows the state that an entry was given in the meantime. */
export function Conflict({ feature, entry }: { readonly feature: string; readonly entry: Entry }) {
  const { t, language } = useApp();
  const { lastChange } = entry;
  const values = { feature, state: formatEntry(entry, t, language) };
  return (
    <div class="problem" data-conflict>
      <p>
        <Sentence phrase={{ key: 'edit.conflict', values }} />
      </p>
      {lastChange === undefined || lastChange.actor === '' ? null : (
        <p>
          <Sentence
            phrase={{
              key: 'edit.conflictBy',
              values: { actor: lastChange.actor, time: formatTime(lastChange.at, language) },
            }}
          />
        </p>
      )}
      {lastChange?.reason === undefined ? null : (
        <p>
          <Sentence phrase={{ key: 'edit.conflictReason', values: { reason: lastChange.reason } }} />
        </p>
      )}
    </div>
  );
}
