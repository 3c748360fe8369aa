import type { ChangeBody } from '../../../../shared/rest/blocklist-edits.ts';
import { formatTime } from '../state/formats.ts';
import { t } from '../texts/translate.ts';
import { Text } from './text.tsx';

/** When, by whom, how and why an entry was changed; empty if that is not known. */
export function ChangeNote({ change }: { readonly change: ChangeBody | undefined }) {
  if (change === undefined) return null;
  const { actor, at, reason, source, undoes } = change;
  return (
    <>
      <p class="quiet">
        {formatTime(at)} · <Text of={`${actor} · `} />
        {t(`source.${source}`)}
        {undoes === undefined ? null : ` · ${t('history.undoes')}`}
      </p>
      {reason === undefined ? null : (
        <p class="reason">
          <Text of={reason} />
        </p>
      )}
    </>
  );
}
