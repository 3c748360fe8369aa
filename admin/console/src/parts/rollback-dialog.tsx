import { useEffect, useState } from 'preact/hooks';
import { MAX_UNDONE } from '../../../../shared/rest/blocklist-edits.ts';
import type {
  ChangeBody,
  EditedBody,
  FeatureChangeBody,
  HistoryBody,
  UndoneBody,
} from '../../../../shared/rest/blocklist-edits.ts';
import type { Api } from '../state/api.ts';
import { compareFeatures, compareNames } from '../state/compare-names.ts';
import { toReason, useEdit } from '../state/edits.ts';
import { describeFailure, formatList, formatNumber, formatState } from '../state/formats.ts';
import { toState } from '../state/list-contents.ts';
import { useStore } from '../state/store.ts';
import { t } from '../texts/translate.ts';
import { Dialog } from './dialog.tsx';
import { ReasonField } from './edit-dialog.tsx';
import { FeatureList } from './feature-list.tsx';
import { textOf } from './form-text.ts';
import { Problem } from './problem.tsx';
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
  const { api } = useStore();
  const edit = useEdit(close);
  const [plan, setPlan] = useState<Plan>();
  const [problem, setProblem] = useState('');
  const isEmpty = plan === undefined || plan.edits.length === 0;
  const load = async (): Promise<void> => {
    const loaded = await loadPlan(api, query);
    if (typeof loaded === 'string') setProblem(loaded);
    else setPlan(loaded);
  };
  useEffect(() => {
    void load();
  }, []);
  const submit = async (form: FormData): Promise<void> => {
    if (isEmpty) return;
    const body = { ids: plan.ids, kept: plan.kept, ...toReason(textOf(form, 'reason')) };
    const answer = await edit.send('v1/history/undo', { method: 'POST', body }, (undone: UndoneBody) => {
      const count = undone.edits.reduce((sum, { changes }) => sum + changes.length, 0);
      const text = t('rollback.done', { count: formatNumber(count) });
      return { text, reversal: reversalOf(undone, 'undo') };
    });
    if (answer?.ok === false && answer.status === 409) await load();
  };
  return (
    <Dialog
      title={t('rollback.title')}
      close={close}
      submit={submit}
      isBusy={edit.isBusy || (plan === undefined && problem === '')}
      buttons={
        <button class="primary" aria-disabled={edit.isDisabled || isEmpty}>
          {t('rollback.submit')}
        </button>
      }
    >
      <div role="alert">
        <Problem text={edit.problem} />
        <Problem text={problem} />
        <Problem text={edit.conflicts.length === 0 ? '' : t('rollback.conflict')} />
      </div>
      {plan !== undefined && <Preview plan={plan} />}
    </Dialog>
  );
}

function Preview({ plan: { edits, isPartial, kept } }: { readonly plan: Plan }) {
  const keptRows = Object.entries(kept).flatMap(([list, features]) =>
    features.map((feature) => [feature, formatList(list)] as const),
  );
  const rows = edits
    .toSorted((one, other) => compareNames(one.list, other.list))
    .flatMap(({ changes, list }) =>
      changes
        .toSorted(compareFeatures)
        .map((change) => [change.feature, `${formatList(list)} · ${describeEffect(change)}`] as const),
    );
  return (
    <>
      {isPartial && <p class="quiet">{t('rollback.partial', { count: formatNumber(MAX_UNDONE) })}</p>}
      {rows.length === 0 ? <p>{t('rollback.none')}</p> : <ReasonField />}
      {keptRows.length > 0 && (
        <>
          <p>{t('rollback.kept', { count: formatNumber(keptRows.length) })}</p>
          <FeatureList class="warn" rows={keptRows} />
        </>
      )}
      {rows.length > 0 && <p>{t('text.preview', { count: formatNumber(rows.length) })}</p>}
      <FeatureList rows={rows} />
    </>
  );
}

/** Returns the states before and after a change. */
export function describeEffect({ after, before }: FeatureChangeBody): string {
  return `${formatState(toState(before))} → ${formatState(toState(after))}`;
}

/** @returns a sentence if something could not be loaded */
async function loadPlan(api: Api, query: URLSearchParams): Promise<Plan | string> {
  const found: ChangeBody[] = [];
  const page = new URLSearchParams(query);
  page.delete('before');
  page.set('most', '200');
  do {
    const answer = await api.request<HistoryBody>(`v1/history?${page.toString()}`);
    if (!answer.ok) return describeFailure(answer);
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
  const planned = await api.request<UndoneBody>('v1/history/undo', options);
  if (!planned.ok) return describeFailure(planned);
  const { edits, kept = {} } = planned.body;
  return { ids, edits, kept, isPartial };
}
