import { useEffect, useState } from 'preact/hooks';
import { HistoryRow } from '../parts/history-row.tsx';
import { useApp, useStore } from '../state/context.ts';
import { describeFailure, formatList } from '../state/formats.ts';
import type { Change, HistoryPage } from '../state/shapes.ts';
import type { TextKey } from '../texts/translate.ts';

const SOURCES = ['command-line', 'console', 'game', 'proxy console', 'api', 'direct'] as const;
const FIELDS = ['list', 'feature', 'actor', 'source'] as const;
type Filters = Readonly<Record<(typeof FIELDS)[number], string>>;
const NO_FILTERS: Filters = { list: '', feature: '', actor: '', source: '' };
/** Changes follow one another: they are loaded together, this many milliseconds after the first. */
const COALESCE_MS = 150;

/** Who changed what, when and why, the newest first. */
export function History() {
  const { t } = useApp();
  const store = useStore();
  const [filters, setFilters] = useState(NO_FILTERS);
  const [changes, setChanges] = useState<readonly Change[]>();
  const [next, setNext] = useState<string>();
  const [problem, setProblem] = useState('');
  const load = async (before?: string): Promise<void> => {
    const query = new URLSearchParams({ most: '50' });
    for (const field of FIELDS) if (filters[field] !== '') query.set(field, filters[field]);
    if (before !== undefined) query.set('before', before);
    const answer = await store.ask<HistoryPage>(`v1/history?${query.toString()}`);
    setProblem(answer.ok ? '' : describeFailure(answer.failure, t));
    if (!answer.ok) return;
    setChanges((known) =>
      before === undefined ? answer.body.changes : [...(known ?? []), ...answer.body.changes],
    );
    setNext(answer.body.next);
  };
  useEffect(() => {
    const timer = setTimeout(() => void load(), COALESCE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [filters, store.changes]);
  const undone = new Set(changes?.map(({ undoes }) => undoes));
  return (
    <section class="page" aria-labelledby="page-title">
      <h1 id="page-title">{t('page.history')}</h1>
      <FilterFields filters={filters} change={setFilters} />
      <div role="alert">{problem === '' ? null : <p class="problem">{problem}</p>}</div>
      {changes === undefined && problem === '' ? <p class="quiet">{t('app.loading')}</p> : null}
      {changes?.length === 0 ? <p class="quiet">{t('history.empty')}</p> : null}
      <ol class="changes">
        {changes?.map((change) => (
          <HistoryRow key={`${change.id} ${change.at}`} change={change} isUndone={undone.has(change.id)} />
        ))}
      </ol>
      {next === undefined ? null : (
        <button type="button" onClick={() => void load(next)}>
          {t('history.more')}
        </button>
      )}
    </section>
  );
}

interface FilterFieldsProps {
  readonly filters: Filters;
  readonly change: (filters: Filters) => void;
}

function FilterFields({ filters, change }: FilterFieldsProps) {
  const { t } = useApp();
  const store = useStore();
  const set = (field: keyof Filters) => (event: { readonly currentTarget: { readonly value: string } }) => {
    change({ ...filters, [field]: event.currentTarget.value });
  };
  const field = (name: 'feature' | 'actor') => (
    <label>
      {t(`history.${name}`)}
      <input type="search" name={name} value={filters[name]} onInput={set(name)} />
    </label>
  );
  return (
    <form
      class="filters"
      aria-label={t('history.filters')}
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <label>
        {t('history.list')}
        <select name="list" value={filters.list} onChange={set('list')}>
          <option value="">{t('history.anyList')}</option>
          {[...(store.lists?.keys() ?? [])].slice(0, 500).map((list) => (
            <option key={list} value={list}>
              {formatList(list, t)}
            </option>
          ))}
        </select>
      </label>
      {field('feature')}
      {field('actor')}
      <label>
        {t('history.source')}
        <select name="source" value={filters.source} onChange={set('source')}>
          <option value="">{t('history.any')}</option>
          {SOURCES.map((source) => (
            <option key={source} value={source}>
              {t(`source.${source}` satisfies TextKey)}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}
