import { MAX_CHARACTERS } from '../../../../shared/feature-control/edit-problems.ts';
import { useApp } from '../state/context.ts';
import { formatList } from '../state/formats.ts';
import { describeFeature } from '../texts/describe-feature.ts';
import { DurationField } from './duration-field.tsx';
import type { Duration } from './duration-field.tsx';
import { FeatureField } from './feature-field.tsx';
import { LaterUnblocking } from './later-unblocking.tsx';
import { Text } from './text.tsx';

/** The entry that a dialog edits, and how. */
export interface EditedEntry {
  readonly list: string;
  /** Empty if the admin enters it. */
  readonly feature: string;
  readonly kind: 'block' | 'change' | 'unblock';
  /** The end of the current block, in milliseconds since the epoch; undefined if it has none. */
  readonly until: number | undefined;
}

/** The values of the form's fields. */
export interface EditValues {
  readonly feature: string;
  readonly duration: Duration;
  readonly reason: string;
}

export interface EditFieldsProps {
  readonly edited: EditedEntry;
  readonly values: EditValues;
  readonly change: (changed: Partial<EditValues>) => void;
}

/** The list, and the fields for the feature, the duration and the reason of an edit. */
export function EditFields({ edited, values, change }: EditFieldsProps) {
  const { t } = useApp();
  const { list, kind } = edited;
  const { feature, duration, reason } = values;
  return (
    <>
      <p class="quiet">
        {t('edit.list')}: <Text of={formatList(list, t)} />
      </p>
      {edited.feature === '' ? (
        <FeatureField
          value={feature}
          change={(feature) => {
            change({ feature });
          }}
        />
      ) : (
        <FixedFeature name={edited.feature} />
      )}
      {kind === 'unblock' ? (
        <LaterUnblocking list={list} feature={feature} />
      ) : (
        <DurationField
          value={duration}
          change={(duration) => {
            change({ duration });
          }}
        />
      )}
      <ReasonField
        value={reason}
        change={(reason) => {
          change({ reason });
        }}
      />
    </>
  );
}

function FixedFeature({ name }: { readonly name: string }) {
  const { t, language } = useApp();
  const sentence = describeFeature(name, language);
  return (
    <p class="field">
      <span>{t('edit.feature')}</span>
      <Text class="code name" of={name} />
      {sentence === undefined ? null : <small>{sentence}</small>}
    </p>
  );
}

interface ReasonFieldProps {
  readonly value: string;
  readonly change: (value: string) => void;
}

function ReasonField({ value, change }: ReasonFieldProps) {
  const { t } = useApp();
  return (
    <label>
      {t('edit.reason')}
      <input
        name="reason"
        value={value}
        maxLength={MAX_CHARACTERS.reason}
        onInput={(event) => {
          change(event.currentTarget.value);
        }}
      />
      <small>{t('edit.reasonNote')}</small>
    </label>
  );
}
