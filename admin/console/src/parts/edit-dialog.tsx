import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { MAX_CHARACTERS } from '../../../../shared/feature-control/edit-problems.ts';
import {
  BLOCKED,
  blockedUntil,
  FREE,
  isBlocked,
  isSameState,
} from '../../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../../shared/feature-control/entry-state.ts';
import { stateIn } from '../../../../shared/feature-control/list-contents.ts';
import type { ListContents } from '../../../../shared/feature-control/list-contents.ts';
import type { BlocklistEntryBody } from '../../../../shared/rest/blocklist-edits.ts';
import { compareFeatures } from '../state/compare-names.ts';
import { useListEdit } from '../state/edits.ts';
import type { EditStatus } from '../state/edits.ts';
import { formatActor, formatList, formatState, formatTime } from '../state/formats.ts';
import { endOfState, entryPath, toState } from '../state/list-contents.ts';
import { useStore } from '../state/store.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { describeFeature } from '../texts/describe-feature.ts';
import { t } from '../texts/translate.ts';
import { ChangeAuthor } from './change-texts.tsx';
import { Dialog } from './dialog.tsx';
import { DurationField, endOf } from './duration-field.tsx';
import { FeatureField } from './feature-field.tsx';
import { textOf } from './form-text.ts';
import { LaterUnblocking } from './later-unblocking.tsx';
import { splitNames } from './name-field.tsx';
import { Problem } from './problem.tsx';
import { Text } from './text.tsx';

export interface EditDialogProps {
  readonly list: string;
  /** What the page shows. */
  readonly contents: ListContents;
  /** The entry that is edited; empty for new ones, whose names the admin enters. */
  readonly feature: string;
  readonly close: () => void;
}

/** A dialog that blocks features, or changes or ends the block of one, with a duration and a reason. */
export function EditDialog({ list, contents, feature, close }: EditDialogProps) {
  const store = useStore();
  const edit = useListEdit(list, close);
  const [isPast, setPast] = useState(false);
  // What was shown when the dialog was opened.
  const [seen] = useState(contents);
  const [before] = useState(() => stateIn(seen, feature, store.now()));
  const endMs = endOfState(before);
  const isNew = feature === '';
  const lastChange = useLoaded<BlocklistEntryBody>(isNew ? undefined : entryPath(list, feature)).body
    ?.lastChange;
  const isBlocking = lastChange?.changes.some((one) => one.feature === feature && one.after.blocked);
  const change = isBlocking === true ? lastChange : undefined;
  const knownReason = change?.reason ?? '';
  const submitState = async (form: FormData, after: EntryState): Promise<void> => {
    const reason = textOf(form, 'reason');
    // The reason why it was blocked is not why it is unblocked.
    const isReason = isBlocked(after) || reason !== knownReason;
    const stateOf = (name: string): EntryState => {
      if (!isNew) return before;
      // Of what was shown as wanted already, only the reason is new.
      return isSameState(stateIn(seen, name, store.now()), after) ? after : FREE;
    };
    const names = isNew ? splitNames(textOf(form, 'feature')) : [feature];
    const changes = names.map((name) => ({ feature: name, before: stateOf(name), after }));
    await edit.submit(changes, isReason ? reason : '');
  };
  const submit = async (form: FormData): Promise<void> => {
    const until = endOf(form, endMs, store.now());
    // NaN if no time was entered.
    const isFuture = until === undefined || until > store.now();
    setPast(!isFuture);
    if (!isFuture) return;
    const blocked = until === undefined ? BLOCKED : blockedUntil(until);
    await submitState(form, !isNew && until === endMs ? before : blocked);
  };
  return (
    <Dialog
      title={t(isNew ? 'edit.blockTitle' : 'edit.changeTitle')}
      close={close}
      submit={submit}
      isBusy={edit.isBusy}
      buttons={
        <>
          {!isNew && (
            <button
              type="button"
              class="danger"
              aria-disabled={edit.isDisabled}
              onClick={({ currentTarget: { form } }) => {
                if (form !== null) void submitState(new FormData(form), FREE);
              }}
            >
              {t(edit.conflicts.length === 0 ? 'edit.unblock' : 'edit.unblockAnyway')}
            </button>
          )}
          <SubmitButton edit={edit}>{t(isNew ? 'edit.block' : 'edit.save')}</SubmitButton>
        </>
      }
    >
      <p class="quiet">
        {t('edit.list')}: {formatList(list)}
      </p>
      {isNew ? (
        <FeatureField initial="" isSeveral />
      ) : (
        <div class="field">
          <Text class="code name" of={feature} />
          <small>{describeFeature(feature)}</small>
          <p class="quiet">
            <ChangeAuthor change={change} />
          </p>
        </div>
      )}
      <DurationField currentEndMs={endMs} />
      <ReasonField known={knownReason} />
      {!isNew && <LaterUnblocking list={list} feature={feature} />}
      <Problem text={isPast ? t('edit.timePast') : ''} />
      <EditProblem edit={edit} />
    </Dialog>
  );
}

/** @param known the reason that is recorded; the field shows it until the admin enters another one */
export function ReasonField({ known = '' }: { readonly known?: string }) {
  const [entered, setEntered] = useState<string>();
  return (
    <label>
      {t('edit.reason')}
      <input
        name="reason"
        maxLength={MAX_CHARACTERS.reason}
        value={entered ?? known}
        onInput={(event) => {
          setEntered(event.currentTarget.value);
        }}
      />
      <small>{t('edit.reasonNote')}</small>
    </label>
  );
}

/** Why a change was not written; empty while there is no reason. */
export function EditProblem({ edit: { conflicts, problem } }: { readonly edit: EditStatus }) {
  return (
    <div role="alert">
      <Problem text={problem} />
      {conflicts.length > 0 && (
        <div class="problem" data-conflict>
          <p>{t('edit.conflict')}</p>
          <ul>
            {conflicts.toSorted(compareFeatures).map(({ actor = '', at, feature, reason = '', state }) => (
              <li key={feature}>
                <Text class="code name" of={feature} /> {formatState(toState(state))}
                {at !== undefined && <Text of={` · ${formatActor(actor)} · ${formatTime(at)}`} />}
                {reason !== '' && <Text of={` · ${reason}`} isProse />}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface SubmitButtonProps {
  readonly edit: EditStatus;
  readonly isDisabled?: boolean;
  readonly children: ComponentChildren;
}

/** The button that submits an edit. After a conflict, it says that the edit is made nevertheless. */
export function SubmitButton({ edit, isDisabled = false, children }: SubmitButtonProps) {
  const shown = edit.conflicts.length === 0 ? children : t('edit.anyway');
  return (
    <button class="primary" aria-disabled={edit.isDisabled || isDisabled}>
      {edit.isBusy ? t('edit.busy') : shown}
    </button>
  );
}
