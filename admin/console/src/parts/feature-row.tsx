import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';
import type { ChangeBody } from '../../../../shared/rest/blocklist-edits.ts';
import { formatTime } from '../state/formats.ts';
import { endOfState } from '../state/list-contents.ts';
import type { ListEntry } from '../state/list-contents.ts';
import { useStore } from '../state/store.ts';
import { describeFeature } from '../texts/describe-feature.ts';
import { t } from '../texts/translate.ts';
import { ChangeNote } from './change-note.tsx';
import type { EditedEntry } from './edit-dialog.tsx';
import { Text } from './text.tsx';

export interface FeatureRowProps {
  readonly entry: ListEntry;
  /** Whether mods or bridges know the name. */
  readonly isKnown: boolean;
  /** The latest change of the entry; undefined if it is not known. */
  readonly change: ChangeBody | undefined;
  readonly edit: (edited: EditedEntry) => void;
}

/** A blocked feature: until when, since when, by whom and why, with buttons to edit it. */
export function FeatureRow({ entry, isKnown, change, edit }: FeatureRowProps) {
  const store = useStore();
  const [feature, state] = entry;
  const endMs = endOfState(state);
  return (
    <li class="row">
      <div class="grow">
        <p class="what">
          <Text class="code name" of={feature} />
          {endMs === undefined ? null : (
            <span class="pill warn">{t('list.until', { time: formatTime(endMs) })}</span>
          )}
          {isKnown ? null : <span class="pill">{t('list.unknown')}</span>}
        </p>
        <small>{describeFeature(feature)}</small>
        <ChangeNote change={change} />
      </div>
      {!store.may('blocklists:write') ? null : <EditButtons entry={entry} edit={edit} />}
    </li>
  );
}

function EditButtons({ entry, edit }: Pick<FeatureRowProps, 'entry' | 'edit'>) {
  const [feature, state] = entry;
  const shown = escapeUnprintable(feature);
  const button = (kind: 'change' | 'unblock') => (
    <button
      type="button"
      aria-label={`${t(`list.${kind}`)} ${shown}`}
      onClick={() => {
        edit({ feature, kind, before: state });
      }}
    >
      {t(`list.${kind}`)}
    </button>
  );
  return (
    <span class="actions">
      {button('change')}
      {button('unblock')}
    </span>
  );
}
