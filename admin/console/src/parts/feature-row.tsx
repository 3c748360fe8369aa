import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';
import { useApp, useStore } from '../state/context.ts';
import { formatDuration, formatTime } from '../state/formats.ts';
import { describeFeature } from '../texts/describe-feature.ts';
import type { EditedEntry } from './edit-fields.tsx';
import { Text } from './text.tsx';

export interface FeatureRowProps {
  readonly feature: string;
  /** End of the block, in milliseconds since the epoch; undefined if it is permanent. */
  readonly until: number | undefined;
  /** In milliseconds since the epoch. */
  readonly now: number;
  readonly edit: (kind: EditedEntry['kind']) => void;
}

/** A blocked feature, with buttons to edit it. */
export function FeatureRow({ feature, until, now, edit }: FeatureRowProps) {
  const { t, language } = useApp();
  const store = useStore();
  const sentence = describeFeature(feature, language);
  return (
    <>
      <div class="grow clip">
        <Text class="code name" of={feature} />
        {sentence === undefined ? null : <small class="clip">{sentence}</small>}
      </div>
      {until === undefined ? null : (
        <span class="pill warn" title={t('list.until', { time: formatTime(until, language) })}>
          {t('list.left', { time: formatDuration(until - now, language) })}
        </span>
      )}
      {!store.may('blocklists:write') ? null : <EditButtons feature={feature} edit={edit} />}
    </>
  );
}

function EditButtons({ feature, edit }: Pick<FeatureRowProps, 'feature' | 'edit'>) {
  const { t } = useApp();
  const shown = escapeUnprintable(feature);
  return (
    <span class="row-actions">
      <button
        type="button"
        aria-label={t('list.changeOf', { feature: shown })}
        onClick={() => {
          edit('change');
        }}
      >
        {t('list.change')}
      </button>
      <button
        type="button"
        aria-label={t('list.unblockOf', { feature: shown })}
        onClick={() => {
          edit('unblock');
        }}
      >
        {t('list.unblock')}
      </button>
    </span>
  );
}
