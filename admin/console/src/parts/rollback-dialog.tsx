import { useEffect, useState } from 'preact/hooks';
import { MAX_UNDONE } from '../../../../shared/rest/blocklist-edits.ts';
import type {
  ChangeBody,
  EditedBody,
  FeatureChangeBody,
  HistoryBody,
  UndoneBody,
} from '../../../../shared/rest/blocklist-edits.ts';
import { compareNames } from '../state/compare-names.ts';
import { editObstacle } from '../state/edit-obstacle.ts';
import { describeFailure, formatList, formatNumber, formatState } from '../state/formats.ts';
import { toState } from '../state/list-contents.ts';
import { useStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';
import { t } from '../texts/translate.ts';
import { Dialog } from './dialog.tsx';
import { ReasonField } from './edit-dialog.tsx';
import { FirstRows } from './first-rows.tsx';
import { textOf } from './form-text.ts';
import { Problem } from './problem.tsx';
import { Text } from './text.tsx';
import { reversalOf } from './undo-button.tsx';

/** What would be rolled back. */
interface Plan {
  readonly ids: readonly string[];
  readonly edits: readonly EditedBody[];
  readonly kept: NonNullable<UndoneBody['kept']>;
  /** Whether there are older changes, which are left out. */
  readonly isPartial: boolean;
}

export interface RollbackDialogProps {
  /** The filters of the history that select the changes. */
  readonly query: URLSearchParams;
  readonly close: () => void;
}

/** A dialog that reverts all changes that filters of the history select, after a preview. */
export function RollbackDialog({ query, close }: RollbackDialogProps) {
  const store = useStore();
  const [plan, setPlan] = useState<Plan>();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const obstacle = editObstacle(store);
  const isDisabled = isBusy || obstacle !== '' || plan === undefined || plan.edits.length === 0;
  const load = async (): Promise<void> => {
    const loaded = await loadPlan(store, query);
    if (typeof loaded === 'string') setProblem(loaded);
    else setPlan(loaded);
  };
  useEffect(() => {
    void load();
  }, []);
  const submit = async (form: FormData): Promise<void> => {
    if (plan === undefined || isDisabled) return;
    setBusy(true);
    const reason = textOf(form, 'reason').trim();
    const body = { ids: plan.ids, kept: plan.kept, ...(reason === '' ? {} : { reason }) };
    const answer = await store.request<UndoneBody>('v1/history/undo', { method: 'POST', body });
    setBusy(false);
    if (answer.ok) {
      const count = answer.body.edits.reduce((sum, { changes }) => sum + changes.length, 0);
      const text = t('rollback.done', { count: formatNumber(count) });
      store.show({ text, reversal: reversalOf(answer.body, 'undo') });
      close();
    } else if (answer.failure.status === 409) {
      setProblem(t('rollback.conflict'));
      await load();
    } else setProblem(describeFailure(answer.failure, true));
  };
  return (
    <Dialog
      title={t('rollback.title')}
      close={close}
      submit={submit}
      isBusy={isBusy || (plan === undefined && problem === '')}
      buttons={
        <button class="primary" aria-disabled={isDisabled}>
          {t('rollback.submit')}
        </button>
      }
    >
      <div role="alert">
        <Problem text={obstacle === '' ? problem : obstacle} />
      </div>
      {plan === undefined ? null : <Preview plan={plan} />}
    </Dialog>
  );
}

function Preview({ plan: { edits, isPartial, kept } }: { readonly plan: Plan }) {
  const rows = edits.flatMap(({ changes, list }) => changes.map((change) => ({ list, change })));
  const keptRows = Object.entries(kept).flatMap(([list, features]) =>
    features.map((feature) => ({ list, feature })),
  );
  const sorted = rows.toSorted(
    (one, other) =>
      compareNames(one.list, other.list) || compareNames(one.change.feature, other.change.feature),
  );
  return (
    <>
      {isPartial ? <p class="quiet">{t('rollback.partial', { count: formatNumber(MAX_UNDONE) })}</p> : null}
      {rows.length === 0 ? <p>{t('rollback.none')}</p> : <ReasonField />}
      {keptRows.length === 0 ? null : (
        <>
          <p>{t('rollback.kept', { count: formatNumber(keptRows.length) })}</p>
          <FirstRows rows={keptRows}>
            {(shown) => (
              <ul class="preview warn">
                {shown.map(({ list, feature }) => (
                  <li key={`${list} ${feature}`}>
                    <Text class="code name" of={feature} /> {formatList(list)}
                  </li>
                ))}
              </ul>
            )}
          </FirstRows>
        </>
      )}
      {rows.length === 0 ? null : <p>{t('text.preview', { count: formatNumber(rows.length) })}</p>}
      <FirstRows rows={sorted}>
        {(shown) => (
          <ul class="preview">
            {shown.map(({ list, change }) => (
              <li key={`${list} ${change.feature}`}>
                <Text class="code name" of={change.feature} /> {formatList(list)} · {describeEffect(change)}
              </li>
            ))}
          </ul>
        )}
      </FirstRows>
    </>
  );
}

/** Returns the states before and after a change. */
export function describeEffect({ after, before }: FeatureChangeBody): string {
  return `${formatState(toState(before))} → ${formatState(toState(after))}`;
}

/** @returns a sentence if something could not be loaded */
async function loadPlan(store: Store, query: URLSearchParams): Promise<Plan | string> {
  const found: ChangeBody[] = [];
  const page = new URLSearchParams(query);
  page.set('most', '200');
  do {
    const answer = await store.request<HistoryBody>(`v1/history?${page.toString()}`);
    if (!answer.ok) return describeFailure(answer.failure);
    found.push(...answer.body.changes);
    page.set('before', answer.body.next ?? '');
  } while (page.get('before') !== '' && found.length < MAX_UNDONE);
  const ids = found
    .filter(({ changes, total }) => changes.length === total)
    .slice(0, MAX_UNDONE)
    .map(({ id }) => id);
  const isPartial = page.get('before') !== '' || ids.length < found.length;
  if (ids.length === 0) return { ids, edits: [], kept: {}, isPartial };
  const options = { method: 'POST', body: { ids, dryRun: true } } as const;
  const planned = await store.request<UndoneBody>('v1/history/undo', options);
  if (!planned.ok) return describeFailure(planned.failure);
  const { edits, kept = {} } = planned.body;
  return { ids, edits, kept, isPartial };
}
