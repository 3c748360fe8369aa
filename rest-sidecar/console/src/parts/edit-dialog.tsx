import { useEffect, useMemo, useState } from 'preact/hooks';
import { NEUTRAL_NAMES } from '../../../../shared/bridges/neutral-names.ts';
import { useApp, useStore } from '../state/context.ts';
import { readEntry, writeEntry } from '../state/edits.ts';
import type { Wish } from '../state/edits.ts';
import { describeFailure, formatList } from '../state/formats.ts';
import { nearestName } from '../../../../shared/nearest-name.ts';
import type { Entry } from '../state/shapes.ts';
import { Conflict } from './conflict.tsx';
import { Dialog } from './dialog.tsx';
import { DurationField, untilOf } from './duration-field.tsx';
import type { Duration } from './duration-field.tsx';

export interface EditDialogProps {
  readonly list: string;
  /** Empty where it is still to be entered. */
  readonly feature: string;
  readonly kind: 'block' | 'change' | 'unblock';
  readonly close: () => void;
}

interface Seen {
  readonly feature: string;
  readonly etag: string;
}

/** Blocks, changes or unblocks one feature, unless somebody else has changed it in the meantime. */
export function EditDialog({ list, feature: given, kind, close }: EditDialogProps) {
  const { t, toast } = useApp();
  const store = useStore();
  const [feature, setFeature] = useState(given);
  const [duration, setDuration] = useState<Duration>({ choice: 'forGood', time: '' });
  const [reason, setReason] = useState('');
  const [seen, setSeen] = useState<Seen>();
  const [conflict, setConflict] = useState<Entry>();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isUnblock = kind === 'unblock';
  const wish = (): Wish => ({
    list,
    feature,
    isBlocked: !isUnblock,
    until: untilOf(duration, store.now()),
    reason,
  });

  // What is changed later is the entry as it is now.
  useEffect(() => {
    if (given === '') return;
    void readEntry(store, wish()).then((answer) => {
      if (answer.ok && answer.etag !== undefined) setSeen({ feature: given, etag: answer.etag });
    });
  }, []);

  const note = (entry: Entry, etag: string): void => {
    setConflict(entry);
    setSeen({ feature, etag });
  };

  /** @returns the ETag of what the admin has seen; undefined where that has to be shown first */
  const etagOf = async (): Promise<string | undefined> => {
    if (seen?.feature === feature) return seen.etag;
    const answer = await readEntry(store, wish());
    if (!answer.ok) {
      setProblem(describeFailure(answer.failure, t));
      return undefined;
    }
    const etag = answer.etag ?? '*';
    // Of a name that was typed, the list said that it is free.
    if (given !== '' || answer.body.blocked === isUnblock) return etag;
    note(answer.body, etag);
    return undefined;
  };

  const submit = async (): Promise<void> => {
    const problemOfFields = findProblem();
    setProblem(problemOfFields);
    if (problemOfFields !== '') return;
    setBusy(true);
    const etag = await etagOf();
    if (etag !== undefined) await write(etag);
    setBusy(false);
  };

  const findProblem = (): string => {
    if (feature === '' || Array.from(feature).length > 256) return t('edit.needName');
    const until = isUnblock ? undefined : untilOf(duration, store.now());
    return until !== undefined && !(until > store.now()) ? t('edit.timePast') : '';
  };

  const write = async (etag: string): Promise<void> => {
    const answer = await writeEntry(store, wish(), etag);
    if (answer.ok) {
      const key = isUnblock ? 'edit.unblocked' : 'edit.blocked';
      const { id } = answer.body;
      toast({ text: t(id === undefined ? 'edit.unchanged' : key, { feature }), undoId: id });
      close();
      return;
    }
    const { failure } = answer;
    if (failure.status === 412) note(failure.body as Entry, failure.etag ?? '*');
    else setProblem(describeFailure(failure, t));
  };

  const label = isUnblock ? 'edit.unblock' : kind === 'block' ? 'edit.block' : 'edit.save';
  return (
    <Dialog title={t(`edit.${kind}Title`)} close={close}>
      <form
        method="dialog"
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p class="quiet">
          {t('edit.list')}: <bdi>{formatList(list, t)}</bdi>
        </p>
        <FeatureField value={feature} isFixed={given !== ''} change={setFeature} />
        {isUnblock ? null : <DurationField value={duration} change={setDuration} />}
        <label>
          {t('edit.reason')}
          <input
            name="reason"
            value={reason}
            maxLength={500}
            onInput={(event) => {
              setReason(event.currentTarget.value);
            }}
          />
          <small>{t('edit.reasonNote')}</small>
        </label>
        <div role="alert">
          {problem === '' ? null : <p class="problem">{problem}</p>}
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

/** Letters from which on a name is compared with those that are known: before, it is being typed. */
const FEWEST_LETTERS = 3;
const MOST_EDITS = 2;

function nearestTo(value: string, known: readonly string[]): string | undefined {
  return value.length < FEWEST_LETTERS ? undefined : nearestName(value, known, MOST_EDITS);
}

interface FeatureFieldProps {
  readonly value: string;
  readonly isFixed: boolean;
  readonly change: (value: string) => void;
}

/** The name of a feature, with those that are known offered, and a sentence about it. */
function FeatureField({ value, isFixed, change }: FeatureFieldProps) {
  const { t } = useApp();
  const { names } = useStore();
  const known = useMemo(() => [...new Set([...Object.keys(NEUTRAL_NAMES), ...names.features])], [names]);
  const sentence = (NEUTRAL_NAMES as Readonly<Record<string, string>>)[value];
  const nearest = useMemo(() => nearestTo(value, known), [value, known]);
  const isUnknown = value !== '' && sentence === undefined && !known.includes(value);
  return (
    <div class="field">
      <label>
        {t('edit.feature')}
        <input
          name="feature"
          class="code"
          list="known-features"
          autocomplete="off"
          value={value}
          readOnly={isFixed}
          required
          onInput={(event) => {
            change(event.currentTarget.value);
          }}
        />
      </label>
      <datalist id="known-features">
        {known.map((name) => (
          <option key={name} value={name}>
            {(NEUTRAL_NAMES as Readonly<Record<string, string>>)[name] ?? ''}
          </option>
        ))}
      </datalist>
      <small>{sentence ?? t(isUnknown && !isFixed ? 'edit.unknown' : 'edit.featureNote')}</small>
      {nearest === undefined || isFixed ? null : (
        <button
          type="button"
          class="link"
          onClick={() => {
            change(nearest);
          }}
        >
          {t('edit.nearest', { name: nearest })}
        </button>
      )}
    </div>
  );
}
