import { useState } from 'preact/hooks';
import { MAX_CHARACTERS } from '../../../../shared/feature-control/edit-problems.ts';
import { BLOCKED, blockedUntil, FREE } from '../../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../../shared/feature-control/entry-state.ts';
import { useEdits } from '../state/edits.ts';
import type { Edits } from '../state/edits.ts';
import { formatList, formatState, formatTime } from '../state/formats.ts';
import { endOfState, toState } from '../state/list-contents.ts';
import { useStore } from '../state/store.ts';
import { describeFeature } from '../texts/describe-feature.ts';
import { t } from '../texts/translate.ts';
import { Dialog } from './dialog.tsx';
import { DurationField, endOf } from './duration-field.tsx';
import { FeatureField } from './feature-field.tsx';
import { focusContent } from './focus.ts';
import { textOf } from './form-text.ts';
import { LaterUnblocking } from './later-unblocking.tsx';
import { splitNames } from './name-field.tsx';
import { Problem } from './problem.tsx';
import { Text } from './text.tsx';

/** The entry that a dialog edits, and how. */
export interface EditedEntry {
  /** Empty if the admin enters the names. */
  readonly feature: string;
  readonly kind: 'block' | 'change' | 'unblock';
  /** The state of the entry that the page shows. */
  readonly before: EntryState;
}

export interface EditDialogProps {
  readonly list: string;
  readonly edited: EditedEntry;
  readonly close: () => void;
}

const LABELS = { block: 'edit.block', change: 'edit.save', unblock: 'edit.unblock' } as const;

/** A dialog that blocks or unblocks features or changes a block, with a duration and a reason. */
export function EditDialog({ list, edited, close }: EditDialogProps) {
  const store = useStore();
  const { feature, kind, before } = edited;
  const endMs = endOfState(before);
  const [isPast, setPast] = useState(false);
  const edits = useEdits(list, () => {
    close();
    // Its row disappears, and the button in it that the closed dialog returns the focus to.
    if (kind === 'unblock') setTimeout(focusContent);
  });
  const submit = async (form: FormData): Promise<void> => {
    const until = kind === 'unblock' ? undefined : endOf(form, endMs, store.now());
    const isInvalid = until !== undefined && !(until > store.now());
    setPast(isInvalid);
    if (isInvalid) return;
    const blocked = until === undefined ? BLOCKED : blockedUntil(until);
    const after = kind === 'unblock' ? FREE : blocked;
    const features = kind === 'block' ? splitNames(textOf(form, 'feature')) : [feature];
    await edits.submit(
      features.map((each) => ({ feature: each, before, after })),
      textOf(form, 'reason'),
    );
  };
  return (
    <Dialog
      title={t(`edit.${kind}Title`)}
      close={close}
      submit={submit}
      button={
        <SubmitButton
          edits={edits}
          label={t(LABELS[kind])}
          class={kind === 'unblock' ? 'danger' : 'primary'}
        />
      }
    >
      <p class="quiet">
        {t('edit.list')}: {formatList(list)}
      </p>
      {kind === 'block' ? <FeatureField initial="" isSeveral /> : <FixedFeature name={feature} />}
      {kind === 'unblock' ? (
        <LaterUnblocking list={list} feature={feature} />
      ) : (
        <DurationField currentEndMs={endMs} />
      )}
      <ReasonField />
      <Problem text={isPast ? t('edit.timePast') : ''} />
      <EditProblem edits={edits} />
    </Dialog>
  );
}

function FixedFeature({ name }: { readonly name: string }) {
  return (
    <p class="field">
      <Text class="code name" of={name} />
      <small>{describeFeature(name)}</small>
    </p>
  );
}

export function ReasonField() {
  return (
    <label>
      {t('edit.reason')}
      <input name="reason" maxLength={MAX_CHARACTERS.reason} />
      <small>{t('edit.reasonNote')}</small>
    </label>
  );
}

/** Why a change was not written; empty while there is no reason. */
export function EditProblem({ edits: { conflicts, problem } }: { readonly edits: Edits }) {
  return (
    <div role="alert">
      <Problem text={problem} />
      {conflicts.length === 0 ? null : (
        <div class="problem" data-conflict>
          <p>{t('edit.conflict')}</p>
          <ul>
            {conflicts.map(({ actor = '', at, feature, reason = '', state }) => (
              <li key={feature}>
                <Text class="code name" of={feature} /> {formatState(toState(state))}
                {at === undefined ? null : <Text of={` · ${actor} · ${formatTime(at)}`} />}
                {reason === '' ? null : <Text of={` · ${reason}`} />}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface SubmitButtonProps {
  readonly edits: Edits;
  readonly label: string;
  readonly class: string;
}

export function SubmitButton({ edits: { conflicts, isBusy }, label, class: name }: SubmitButtonProps) {
  const shown = conflicts.length === 0 ? label : t('edit.anyway');
  return (
    <button class={name} disabled={isBusy}>
      {isBusy ? t('edit.busy') : shown}
    </button>
  );
}
