import { CHANGE_SOURCES } from '../../../../shared/feature-control/blocklist-change.ts';
import type { ChangeBody, HistoryBody } from '../../../../shared/rest/blocklist-edits.ts';
import { ChangeNote } from '../parts/change-note.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Text } from '../parts/text.tsx';
import { UndoButton } from '../parts/undo-button.tsx';
import { compareNames } from '../state/compare-names.ts';
import { formatList, formatNumber, formatState } from '../state/formats.ts';
import { toState } from '../state/list-contents.ts';
import { routeTo, useFilters } from '../state/route.ts';
import type { Filters } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { t } from '../texts/translate.ts';

/** Features and effects of one change that are named. */
const MAX_NAMED = 5;

const FILTERS = ['list', 'feature', 'actor', 'source'] as const;

/** The history of changes, newest first, with filters. */
export function History() {
  const store = useStore();
  const filters = useFilters();
  const query = new URLSearchParams();
  for (const name of [...FILTERS, 'before']) if (filters.get(name) !== '') query.set(name, filters.get(name));
  const { body, problem } = useLoaded<HistoryBody>(`v1/history?${query.toString()}`, store.historyVersion);
  const changes = body?.changes ?? [];
  const undone = new Set(changes.flatMap(({ undoes = [] }) => undoes));
  return (
    <Page name="history">
      <FilterFields filters={filters} />
      <div role="alert">
        <Problem text={problem} />
      </div>
      {body === undefined && problem === '' ? <p class="quiet">{t('app.loading')}</p> : null}
      {body !== undefined && changes.length === 0 ? <p class="quiet">{t('history.empty')}</p> : null}
      <ol class="rows card">
        {changes.map((change) => (
          <ChangeRow key={change.id} change={change} isUndone={undone.has(change.id)} />
        ))}
      </ol>
      <p class="actions">
        {filters.get('before') === '' ? null : (
          <a href={filters.linkWith('before', '')}>{t('history.newest')}</a>
        )}
        {body?.next === undefined ? null : (
          <a href={filters.linkWith('before', body.next)}>{t('history.more')}</a>
        )}
      </p>
    </Page>
  );
}

function FilterFields({ filters }: { readonly filters: Filters }) {
  const store = useStore();
  const names = new Set([filters.get('list'), ...(store.lists?.keys() ?? [])]);
  names.delete('');
  const field = (name: 'feature' | 'actor') => (
    <label>
      {t(`history.${name}`)}
      <input name={name} value={filters.get(name)} onInput={change} />
    </label>
  );
  const change = ({
    currentTarget: { name, value },
  }: {
    currentTarget: HTMLInputElement | HTMLSelectElement;
  }) => {
    filters.set(name, value);
  };
  const select = (name: 'list' | 'source', options: readonly (readonly [value: string, text: string])[]) => (
    <label>
      {t(`history.${name}`)}
      <select name={name} value={filters.get(name)} onChange={change}>
        <option value="">{t('history.any')}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  const lists = [...names].sort(compareNames).map((list) => [list, formatList(list)] as const);
  const sources = CHANGE_SOURCES.map((source) => [source, t(`source.${source}`)] as const);
  return (
    <div class="filters" role="search" aria-label={t('history.filters')}>
      {select('list', lists)}
      {field('feature')}
      {field('actor')}
      {select('source', sources)}
    </div>
  );
}

interface ChangeRowProps {
  readonly change: ChangeBody;
  readonly isUndone: boolean;
}

/** A recorded change, with a button to undo it. */
function ChangeRow({ change, isUndone }: ChangeRowProps) {
  const store = useStore();
  const { changes, list, total } = change;
  const mayUndo = store.may('blocklists:write') && changes.length === total && !isUndone;
  const names = changes.slice(0, MAX_NAMED).map(({ feature }) => feature);
  const more = total - names.length;
  return (
    <li class="row">
      <div class="grow">
        <p class="what">
          {names.map((name) => (
            <Text key={name} class="code name" of={name} />
          ))}
          {more === 0 ? null : <span>{t('history.more-features', { more: formatNumber(more) })}</span>}
          <a href={routeTo('lists', list)}>{formatList(list)}</a>
        </p>
        <p>{describeEffects(changes)}</p>
        <ChangeNote change={change} />
      </div>
      {!mayUndo ? null : (
        <UndoButton id={change.id} label={t('history.undoOf', { feature: names.join(', ') })} />
      )}
    </li>
  );
}

/** Describes the effect of changes; each effect once. */
function describeEffects(changes: ChangeBody['changes']): string {
  const effects = changes.map(
    ({ after, before }) => `${formatState(toState(before))} → ${formatState(toState(after))}`,
  );
  const shown = [...new Set(effects)];
  return shown.slice(0, MAX_NAMED).join('; ') + (shown.length > MAX_NAMED ? '; …' : '');
}
