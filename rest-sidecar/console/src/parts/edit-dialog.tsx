import { useEffect, useState } from 'preact/hooks';
import { MAX_CHARACTERS } from '../../../../shared/feature-control/edit-problems.ts';
import { useApp, useStore } from '../state/context.ts';
import { formatList } from '../state/formats.ts';
import type { Phrase } from '../state/phrase.ts';
import { useEdit } from '../state/use-edit.ts';
import { describeFeature } from '../texts/describe-feature.ts';
import { Conflict } from './conflict.tsx';
import { Dialog } from './dialog.tsx';
import { DurationField, untilOf } from './duration-field.tsx';
import type { Duration } from './duration-field.tsx';
import { FeatureField } from './feature-field.tsx';
import { LaterUnblocking } from './later-unblocking.tsx';
import { Problem } from './problem.tsx';
import { Text } from './text.tsx';

export interface EditDialogProps {
  readonly list: string;
  /** Empty if the admin enters it. */
  readonly feature: string;
  readonly kind: 'block' | 'change' | 'unblock';
  readonly close: () => void;
}

/** A dialog that blocks or unblocks a feature or changes its block, with a duration and a reason. */
export function EditDialog({ list, feature: initialFeature, kind, close }: EditDialogProps) {
  const { t } = useApp();
  const store = useStore();
  const [feature, setFeature] = useState(initialFeature);
  const [duration, setDuration] = useState<Duration>({ choice: 'forGood', time: '' });
  const [reason, setReason] = useState('');
  const edit = useEdit(list, initialFeature, close);
  const { conflict, isBusy, problem } = edit;
  const isUnblock = kind === 'unblock';
  useEffect(() => {
    if (initialFeature === '') void store.loadNames();
  }, []);

  const send = async (): Promise<void> => {
    const until = isUnblock ? undefined : untilOf(duration, store.now());
    const requested = { list, feature, isBlocked: !isUnblock, until, reason };
    await edit.submit(requested, problemOf(feature, until, store.now()));
  };

  const label = isUnblock ? 'edit.unblock' : kind === 'block' ? 'edit.block' : 'edit.save';
  return (
    <Dialog title={t(`edit.${kind}Title`)} close={close}>
      <form
        method="dialog"
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p class="quiet">
          {t('edit.list')}: <Text of={formatList(list, t)} />
        </p>
        {initialFeature === '' ? (
          <FeatureField value={feature} change={setFeature} />
        ) : (
          <FixedFeature name={initialFeature} />
        )}
        {isUnblock ? (
          <LaterUnblocking list={list} feature={feature} />
        ) : (
          <DurationField value={duration} change={setDuration} />
        )}
        <ReasonField value={reason} change={setReason} />
        <div role="alert">
          <Problem phrase={problem} />
          {conflict === undefined ? null : <Conflict feature={feature} entry={conflict} />}
        </div>
        <div class="actions">
          <button type="button" onClick={close}>
            {t('app.cancel')}
          </button>
          <button class={isUnblock ? 'danger' : 'primary'} disabled={isBusy}>
            {t(isBusy ? 'edit.busy' : conflict === undefined ? label : 'edit.anyway')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** @returns what is wrong with the fields; undefined if they are valid */
function problemOf(feature: string, until: number | undefined, nowMs: number): Phrase | undefined {
  if (feature === '' || Array.from(feature).length > MAX_CHARACTERS.feature) return { key: 'edit.needName' };
  return until !== undefined && !(until > nowMs) ? { key: 'edit.timePast' } : undefined;
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
