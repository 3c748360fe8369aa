import { useEffect, useState } from 'preact/hooks';
import { MAX_CHARACTERS } from '../../../../shared/feature-control/edit-problems.ts';
import { useApp, useStore } from '../state/context.ts';
import type { Phrase } from '../state/phrase.ts';
import { useEdit } from '../state/use-edit.ts';
import type { Edit } from '../state/use-edit.ts';
import { Conflict } from './conflict.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { durationUntil, PERMANENT, untilOf } from './duration-field.tsx';
import { EditFields } from './edit-fields.tsx';
import type { EditedEntry, EditValues } from './edit-fields.tsx';
import { focusContent } from './focus-content.ts';
import { Problem } from './problem.tsx';

export interface EditDialogProps extends EditedEntry {
  readonly close: () => void;
}

/** Saving the initial values leaves an existing block as it is. */
function initialValues({ feature, until }: EditedEntry): EditValues {
  return { feature, duration: until === undefined ? PERMANENT : durationUntil(until), reason: '' };
}

/** A dialog that blocks or unblocks a feature or changes its block, with a duration and a reason. */
export function EditDialog({ close, ...edited }: EditDialogProps) {
  const { t } = useApp();
  const store = useStore();
  const { list, kind } = edited;
  const [values, setValues] = useState(() => initialValues(edited));
  const { feature, duration, reason } = values;
  const edit = useEdit({ ...edited, isBlocked: kind !== 'block' }, () => {
    close();
    // Its row disappears, and the button in it that the closed dialog returns the focus to.
    if (kind === 'unblock') setTimeout(focusContent);
  });
  useEffect(() => {
    if (edited.feature === '') void store.loadNames();
  }, []);
  const change = (changed: Partial<EditValues>): void => {
    setValues((known) => ({ ...known, ...changed }));
  };
  const send = async (): Promise<void> => {
    const until = kind === 'unblock' ? undefined : untilOf(duration, store.now());
    const requested = { list, feature, isBlocked: kind !== 'unblock', until, reason };
    await edit.submit(requested, problemOf(feature, until, store.now()));
  };
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
        <EditFields edited={edited} values={values} change={change} />
        <EditProblem feature={feature} edit={edit} />
        <DialogActions close={close}>
          <SubmitButton kind={kind} feature={feature} edit={edit} />
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** @returns what is wrong with the fields; undefined if they are valid */
function problemOf(feature: string, until: number | undefined, nowMs: number): Phrase | undefined {
  if (feature === '' || Array.from(feature).length > MAX_CHARACTERS.feature) return { key: 'edit.needName' };
  return until !== undefined && !(until > nowMs) ? { key: 'edit.timePast' } : undefined;
}

interface EditProblemProps {
  readonly feature: string;
  readonly edit: Edit;
}

/** Why the change was not written; empty while there is no reason. */
function EditProblem({ feature, edit }: EditProblemProps) {
  const conflict = edit.conflictOf(feature);
  return (
    <div role="alert">
      <Problem phrase={edit.problem} />
      {conflict === undefined ? null : <Conflict feature={feature} entry={conflict} />}
    </div>
  );
}

const LABELS = { block: 'edit.block', change: 'edit.save', unblock: 'edit.unblock' } as const;

interface SubmitButtonProps extends EditProblemProps {
  readonly kind: EditedEntry['kind'];
}

function SubmitButton({ kind, feature, edit }: SubmitButtonProps) {
  const { t } = useApp();
  const label = edit.conflictOf(feature) === undefined ? LABELS[kind] : 'edit.anyway';
  return (
    <button class={kind === 'unblock' ? 'danger' : 'primary'} disabled={edit.isBusy}>
      {t(edit.isBusy ? 'edit.busy' : label)}
    </button>
  );
}
