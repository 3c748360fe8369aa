import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';
import { useApp } from '../state/context.ts';
import { formatEntry, formatTime } from '../state/formats.ts';
import type { Entry } from '../state/shapes.ts';

/** Says what somebody else has made of an entry in the meantime. */
export function Conflict({ feature, entry }: { readonly feature: string; readonly entry: Entry }) {
  const { t, language } = useApp();
  const { lastChange } = entry;
  const state = formatEntry(entry, t, language);
  return (
    <div class="problem" data-conflict>
      <p>
        <bdi>{t('edit.conflict', { feature: escapeUnprintable(feature), state })}</bdi>
      </p>
      {lastChange === undefined ? null : (
        <p>
          <bdi>
            {t('edit.conflictBy', {
              actor: escapeUnprintable(lastChange.actor),
              time: formatTime(lastChange.at, language),
            })}
          </bdi>
        </p>
      )}
      {lastChange?.reason === undefined ? null : (
        <p>
          <bdi>{t('edit.conflictReason', { reason: escapeUnprintable(lastChange.reason) })}</bdi>
        </p>
      )}
    </div>
  );
}
