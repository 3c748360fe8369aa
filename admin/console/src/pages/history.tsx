import { useState } from 'preact/hooks';
import { CHANGE_SOURCES } from '../../../../shared/feature-control/blocklist-editor.ts';
import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';
import { MAX_CHARACTERS } from '../../../../shared/feature-control/edit-problems.ts';
import { HistoryRow } from '../parts/history-row.tsx';
import { NameField } from '../parts/name-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useApp, useStore } from '../state/context.ts';
import { formatList } from '../state/formats.ts';
import type { Change } from '../state/api-types.ts';
import type { Store } from '../state/store.ts';
import { useHistory } from '../state/use-history.ts';

const FIELDS = ['list', 'feature', 'actor', 'source'] as const;
type Filters = Readonly<Record<(typeof FIELDS)[number], string>>;
const NO_FILTERS: Filters = { list: '', feature: '', actor: '', source: '' };
const MAX_LISTS = 500;

/** The history of changes, newest first, with filters. */
export function History() {
  const { t } = useApp();
  const [filters, setFilters] = useState(NO_FILTERS);
  const { loaded, problem, loadOlder } = useHistory(toQuery(filters));
  const changes = loaded?.changes ?? [];
  const next = loaded?.next;
  const undone = new Set(changes.map(({ undoes }) => undoes));
  return (
    <section class="page" aria-labelledby="page-title">
      <h1 id="page-title">{t('page.history')}</h1>
      <FilterFields filters={filters} change={setFilters} changes={changes} />
      <div role="alert">
        <Problem phrase={problem} />
      </div>
      {loaded === undefined && problem === undefined ? <p class="quiet">{t('app.loading')}</p> : null}
      {loaded?.changes.length === 0 ? <p class="quiet">{t('history.empty')}</p> : null}
      <ol class="changes">
        {changes.map((change) => (
          <HistoryRow key={change.id} change={change} isUndone={undone.has(change.id)} />
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
  /** The loaded changes. */
  readonly changes: readonly Change[];
}

function FilterFields({ filters, change, changes }: FilterFieldsProps) {
  const { t } = useApp();
  const store = useStore();
  const field = <Name extends keyof Filters>(name: Name) => ({
    label: t(`history.${name}`),
    name,
    value: filters[name],
    change: (value: string) => {
      change({ ...filters, [name]: value });
    },
  });
  const lists = listsToSelect(filters.list, changes, store.lists);
  return (
    <form
      class="filters"
      aria-label={t('history.filters')}
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <SelectField
        {...field('list')}
        options={[
          ['', t('history.anyList')],
          ...lists.map((list) => [list, escapeUnprintable(formatList(list, t))] as const),
        ]}
      />
      <NameField {...field('feature')} known={[]} isRequired={false} maxCharacters={MAX_CHARACTERS.feature} />
      <NameField {...field('actor')} known={[]} isRequired={false} maxCharacters={MAX_CHARACTERS.actor} />
      <SelectField
        {...field('source')}
        options={[
          ['', t('history.any')],
          ...CHANGE_SOURCES.map((source) => [source, t(`source.${source}`)] as const),
        ]}
      />
    </form>
  );
}

/**
 * Returns the lists that can be selected, the one for all mods first. A list that is empty now is only known
 * by its changes, which are no longer shown if another filter excludes them.
 */
function listsToSelect(selected: string, changes: readonly Change[], lists: Store['lists']): string[] {
  const names = [selected, ...changes.map(({ list }) => list), ...(lists?.keys() ?? [])];
  const first = [...new Set(names)].filter((list) => list !== '').slice(0, MAX_LISTS);
  return first.sort((a, b) => Number(b === 'global') - Number(a === 'global') || (a < b ? -1 : 1));
}
