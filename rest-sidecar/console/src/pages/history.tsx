import { useEffect, useState } from 'preact/hooks';
import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';
import { HistoryRow } from '../parts/history-row.tsx';
import { Problem } from '../parts/problem.tsx';
import { useApp, useStore, useThrottled } from '../state/context.ts';
import { describeFailure, formatList } from '../state/formats.ts';
import { keyOfChange, withNewest } from '../state/loaded-history.ts';
import type { LoadedHistory } from '../state/loaded-history.ts';
import type { Phrase } from '../state/phrase.ts';
import type { HistoryPage } from '../state/shapes.ts';
import type { TextKey } from '../texts/translate.ts';

const SOURCES = ['command-line', 'console', 'game', 'proxy console', 'api', 'direct'] as const;
const FIELDS = ['list', 'feature', 'actor', 'source'] as const;
type Filters = Readonly<Record<(typeof FIELDS)[number], string>>;
const NO_FILTERS: Filters = { list: '', feature: '', actor: '', source: '' };
/** Minimum interval between two loads, which changes and keystrokes in a filter cause, in milliseconds. */
const RELOAD_MS = 400;

/** The history of changes, newest first, with filters. */
export function History() {
  const { t } = useApp();
  const store = useStore();
  const [filters, setFilters] = useState(NO_FILTERS);
  const [loaded, setLoaded] = useState<LoadedHistory & { readonly query: string }>();
  const [problem, setProblem] = useState<Phrase>();
  const query = toQuery(filters);
  const load = async (before: string): Promise<HistoryPage | undefined> => {
    const answer = await store.request<HistoryPage>(`v1/history?${query}${before}`);
    setProblem(answer.ok ? undefined : describeFailure(answer.failure));
    return answer.ok ? answer.body : undefined;
  };
  const reload = useThrottled(async () => {
    const page = await load('');
    if (page === undefined) return;
    setLoaded((known) => ({ ...(known?.query === query ? withNewest(known, page) : page), query }));
  }, RELOAD_MS);
  useEffect(reload, [query, store.records]);
  const loadOlder = async (next: string): Promise<void> => {
    const page = await load(`&before=${encodeURIComponent(next)}`);
    if (page === undefined) return;
    setLoaded((known) =>
      known?.query !== query || known.next !== next
        ? known
        : { changes: [...known.changes, ...page.changes], next: page.next, query },
    );
  };
  const next = loaded?.next;
  const undone = new Set(loaded?.changes.map(({ undoes }) => undoes));
  return (
    <section class="page" aria-labelledby="page-title">
      <h1 id="page-title">{t('page.history')}</h1>
      <FilterFields filters={filters} change={setFilters} />
      <div role="alert">
        <Problem phrase={problem} />
      </div>
      {loaded === undefined && problem === undefined ? <p class="quiet">{t('app.loading')}</p> : null}
      {loaded?.changes.length === 0 ? <p class="quiet">{t('history.empty')}</p> : null}
      <ol class="changes">
        {loaded?.changes.map((change) => (
          <HistoryRow key={keyOfChange(change)} change={change} isUndone={undone.has(change.id)} />
        ))}
      </ol>
      {next === undefined ? null : (
        <button type="button" onClick={() => void loadOlder(next)}>
          {t('history.more')}
        </button>
      )}
    </section>
  );
}

function toQuery(filters: Filters): string {
  const query = new URLSearchParams({ most: '50' });
  for (const field of FIELDS) if (filters[field] !== '') query.set(field, filters[field]);
  return query.toString();
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
              {escapeUnprintable(formatList(list, t))}
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
