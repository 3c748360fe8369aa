import { useApp } from '../state/context.ts';
import { formatEntry } from '../state/formats.ts';
import type { Entry } from '../state/api-types.ts';
import { LastChange } from './last-change.tsx';
import { Sentence } from './sentence.tsx';

/** Shows the state that an entry was given in the meantime. */
export function Conflict({ feature, entry }: { readonly feature: string; readonly entry: Entry }) {
  const { t, language } = useApp();
  const values = { feature, state: formatEntry(entry, t, language) };
  return (
    <div class="problem" data-conflict>
      <p>
        <Sentence phrase={{ key: 'edit.conflict', values }} />
      </p>
      <LastChange change={entry.lastChange} />
    </div>
  );
}
