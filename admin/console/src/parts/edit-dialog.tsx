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
import { compareNames } from '../state/compare-names.ts';
import { useEdits } from '../state/edits.ts';
import type { Edits } from '../state/edits.ts';
import { formatActor, formatList, formatState, formatTime } from '../state/formats.ts';
import { endOfState, entryPath, toState } from '../state/list-contents.ts';
import { useStore } from '../state/store.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { describeFeature } from '../texts/describe-feature.ts';
import { t } from '../texts/translate.ts';
import { ChangeAuthor } from './change-note.tsx';
import { Dialog } from './dialog.tsx';
import { DurationField, endOf } from './duration-field.tsx';
import { FeatureField } from './feature-field.tsx';
import { textOf } from './form-text.ts';
import { LaterUnblocking } from './later-unblocking.tsx';
import { splitNames } from './name-field.tsx';
import { Problem } from './problem.tsx';
import { Text } from './text.tsx';

/** The entry that a dialog edits, in the state that the page shows. */
export interface EditedEntry {
  /** Empty for new entries, whose names the admin enters. */
  readonly feature: string;
  readonly before: EntryState;
}

export interface EditDialogProps {
  readonly list: string;
  /** What the page shows. */
  readonly contents: ListContents;
  readonly edited: EditedEntry;
  readonly close: () => void;
}

/** A dialog that blocks features, or changes or ends the block of one, with a duration and a reason. */
export function EditDialog(props: EditDialogProps) {
  return props.edited.feature === '' ? <BlockDialog {...props} /> : <ChangeDialog {...props} />;
}

function BlockDialog({ list, close, contents }: EditDialogProps) {
  const store = useStore();
  const [isPast, setPast] = useState(false);
  const [seen] = useState(contents);
  const edits = useEdits(list, close);
  const submit = async (form: FormData): Promise<void> => {
    const until = endOf(form, undefined, store.now());
    const isInvalid = !isFuture(until, store.now());
    setPast(isInvalid);
    if (isInvalid) return;
    const after = until === undefined ? BLOCKED : blockedUntil(until);
    const changes = splitNames(textOf(form, 'feature')).map((feature) => {
      // Of what was shown as wanted already, only the reason is new.
      const wasShown = isSameState(stateIn(seen, feature, store.now()), after);
      return { feature, before: wasShown ? after : FREE, after };
    });
    await edits.submit(changes, textOf(form, 'reason'));
  };
  return (
    <Dialog
      title={t('edit.blockTitle')}
      close={close}
      submit={submit}
      isBusy={edits.isBusy}
      buttons={<SubmitButton edits={edits}>{t('edit.block')}</SubmitButton>}
    >
      <ListName list={list} />
      <FeatureField initial="" isSeveral />
      <DurationField currentEndMs={undefined} />
      <ReasonField />
      <Problem text={isPast ? t('edit.timePast') : ''} />
      <EditProblem edits={edits} />
    </Dialog>
  );
}

function ChangeDialog({ list, edited: { feature, before }, close }: EditDialogProps) {
  const store = useStore();
  const [isPast, setPast] = useState(false);
  const lastChange = useLoaded<BlocklistEntryBody>(entryPath(list, feature)).body?.lastChange;
  const change = lastChange?.changes.some((one) => one.feature === feature && one.after.blocked)
    ? lastChange
    : undefined;
  const knownReason = change?.reason ?? '';
  const edits = useEdits(list, close);
  const submitState = async (form: FormData, after: EntryState): Promise<void> => {
    const reason = textOf(form, 'reason');
    // The reason why it was blocked is not why it is unblocked.
    const isReason = isBlocked(after) || reason !== knownReason;
    await edits.submit([{ feature, before, after }], isReason ? reason : '');
  };
  const endMs = endOfState(before);
  const submit = async (form: FormData): Promise<void> => {
    const until = endOf(form, endMs, store.now());
    const isInvalid = !isFuture(until, store.now());
    setPast(isInvalid);
    if (isInvalid) return;
    const blocked = until === undefined ? BLOCKED : blockedUntil(until);
    await submitState(form, until === endMs ? before : blocked);
  };
  return (
    <Dialog
      title={t('edit.changeTitle')}
      close={close}
      submit={submit}
      isBusy={edits.isBusy}
      buttons={
        <>
          <button
            type="button"
            class="danger"
            aria-disabled={edits.isBusy || edits.obstacle !== ''}
            onClick={({ currentTarget: { form } }) => {
              if (form !== null) void submitState(new FormData(form), FREE);
            }}
          >
            {t(edits.conflicts.length === 0 ? 'edit.unblock' : 'edit.unblockAnyway')}
          </button>
          <SubmitButton edits={edits}>{t('edit.save')}</SubmitButton>
        </>
      }
    >
      <ListName list={list} />
      <div class="field">
        <Text class="code name" of={feature} />
        <small>{describeFeature(feature)}</small>
        <p class="quiet">
          <ChangeAuthor change={change} />
        </p>
      </div>
      <DurationField currentEndMs={endMs} />
      <ReasonField known={knownReason} />
      <LaterUnblocking list={list} feature={feature} />
      <Problem text={isPast ? t('edit.timePast') : ''} />
      <EditProblem edits={edits} />
    </Dialog>
  );
}

/** @param until milliseconds since the epoch; undefined for no end, NaN if no time was entered */
function isFuture(until: number | undefined, nowMs: number): boolean {
  return until === undefined || until > nowMs;
}

function ListName({ list }: { readonly list: string }) {
  return (
    <p class="quiet">
      {t('edit.list')}: {formatList(list)}
    </p>
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
export function EditProblem({ edits: { conflicts, obstacle, problem } }: { readonly edits: Edits }) {
  const sorted = conflicts.toSorted((one, other) => compareNames(one.feature, other.feature));
  return (
    <div role="alert">
      <Problem text={obstacle === '' ? problem : obstacle} />
      {sorted.length === 0 ? null : (
        <div class="problem" data-conflict>
          <p>{t('edit.conflict')}</p>
          <ul>
            {sorted.map(({ actor = '', at, feature, reason = '', state }) => (
              <li key={feature}>
                <Text class="code name" of={feature} /> {formatState(toState(state))}
                {at === undefined ? null : <Text of={` · ${formatActor(actor)} · ${formatTime(at)}`} />}
                {reason === '' ? null : <Text of={` · ${reason}`} isProse />}
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
  readonly isDisabled?: boolean;
  readonly children: ComponentChildren;
}

/** The button that submits an edit. After a conflict, it says that the edit is made nevertheless. */
export function SubmitButton({
  edits: { conflicts, isBusy, obstacle },
  isDisabled = false,
  children,
}: SubmitButtonProps) {
  const shown = conflicts.length === 0 ? children : t('edit.anyway');
  return (
    <button class="primary" aria-disabled={isBusy || isDisabled || obstacle !== ''}>
      {isBusy ? t('edit.busy') : shown}
    </button>
  );
}
