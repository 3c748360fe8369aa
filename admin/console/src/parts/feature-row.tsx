import { useMemo } from 'preact/hooks';
import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';
import { nearestName } from '../../../../shared/nearest-name.ts';
import type { ChangeBody } from '../../../../shared/rest/blocklist-edits.ts';
import { formatTime } from '../state/formats.ts';
import { endOfState } from '../state/list-contents.ts';
import type { ListEntry } from '../state/list-contents.ts';
import { describeFeature } from '../texts/describe-feature.ts';
import { t } from '../texts/translate.ts';
import { ChangeAuthor, ChangeReason } from './change-texts.tsx';
import { EditButton } from './edit-button.tsx';
import { MAX_EDIT_DISTANCE } from './name-field.tsx';
import { Text } from './text.tsx';

export interface FeatureRowProps {
  readonly entry: ListEntry;
  /** The names that mods or bridges know; undefined until they are loaded. */
  readonly known: ReadonlySet<string> | undefined;
  /** The latest change of the entry; undefined if it is not known. */
  readonly change: ChangeBody | undefined;
  readonly edit: (feature: string) => void;
}

/** A blocked feature: until when, by whom, since when and why, with a button to edit it. */
export function FeatureRow({ entry: [feature, state], known, change, edit }: FeatureRowProps) {
  const endMs = endOfState(state);
  return (
    <li class="row entry">
      <p class="what">
        <Text class="code name" of={feature} />
        <NameNote feature={feature} known={known} />
      </p>
      <p class="quiet note">
        {endMs !== undefined && <span class="warn">{t('list.until', { time: formatTime(endMs) })}</span>}
        <ChangeAuthor change={change} />
      </p>
      {change?.reason !== undefined && (
        <div class="details">
          <ChangeReason change={change} />
        </div>
      )}
      <EditButton
        class="quiet"
        label={`${t('list.change')} ${escapeUnprintable(feature)}`}
        onClick={() => {
          edit(feature);
        }}
      >
        {t('list.change')}
      </EditButton>
    </li>
  );
}

/** Describes a feature that bridges know, and warns of a name that is probably mistyped. */
function NameNote({ feature, known }: { readonly feature: string } & Pick<FeatureRowProps, 'known'>) {
  const isKnown = known === undefined || known.has(feature);
  const nearest = useMemo(
    () => (isKnown ? undefined : nearestName(feature, known, MAX_EDIT_DISTANCE)),
    [feature, isKnown, known],
  );
  if (nearest !== undefined) return <span class="pill warn">{t('edit.nearest', { name: nearest })}</span>;
  return <small>{isKnown ? describeFeature(feature) : t('list.unknown')}</small>;
}
