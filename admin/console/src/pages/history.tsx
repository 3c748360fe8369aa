import { useState } from 'preact/hooks';
import {
  CHANGE_SOURCES,
  effectiveChanges,
  isUndo,
} from '../../../../shared/feature-control/blocklist-change.ts';
import { isSameState } from '../../../../shared/feature-control/entry-state.ts';
import type { ChangeBody, FeatureChangeBody, HistoryBody } from '../../../../shared/rest/blocklist-edits.ts';
import { ChangeAuthor, ChangeReason } from '../parts/change-note.tsx';
import { LENGTHS_MS } from '../parts/duration-field.tsx';
import { EditButton } from '../parts/edit-button.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { describeEffect, RollbackDialog } from '../parts/rollback-dialog.tsx';
import { Text } from '../parts/text.tsx';
import { UndoButton } from '../parts/undo-button.tsx';
import { compareNames } from '../state/compare-names.ts';
import { formatList, formatNumber, formatTime } from '../state/formats.ts';
import { toState } from '../state/list-contents.ts';
import { routeTo, useFilters } from '../state/route.ts';
import type { Filters } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { t } from '../texts/translate.ts';

/** Features and effects of one change that are named. */
const MAX_NAMED = 5;

const FILTERS = ['list', 'feature', 'actor', 'source', 'since', 'batch'] as const;
/** Those that select changes which are rolled back together. */
const ROLLBACK_FILTERS = ['actor', 'since', 'batch'] as const;

/** The history of changes, newest first, with filters. */
export function History() {
  const store = useStore();
  const filters = useFilters();
  const query = new URLSearchParams();
  for (const name of FILTERS) if (filters.get(name) !== '') query.set(name, filters.get(name));
  const path = new URLSearchParams(query);
  if (filters.get('before') !== '') path.set('before', filters.get('before'));
  const { body, problem } = useLoaded<HistoryBody>(`v1/history?${path.toString()}`, store.historyVersion);
  const changes = body?.changes ?? [];
  const effective = new Set(effectiveChanges(changes));
  return (
    <Page name="history">
      <FilterFields filters={filters} />
      {changes.length === 0 ? null : <Rollback filters={filters} query={query} />}
      <div role="alert">
        <Problem text={problem} />
      </div>
      {body === undefined && problem === '' ? <p class="quiet">{t('app.loading')}</p> : null}
      {body === undefined || changes.length > 0 ? null : (
        <p class="quiet">{t(query.size === 0 ? 'history.none' : 'history.empty')}</p>
      )}
      <ol class="rows card">
        {changes.map((change) => (
          <ChangeRow
            key={change.id}
            change={change}
            isUndone={!effective.has(change)}
            isUndo={isUndo(change, changes)}
          />
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

interface RollbackProps {
  readonly filters: Filters;
  readonly query: URLSearchParams;
}

/** Offers to roll back all changes of a person, since a time, or of one import. */
function Rollback({ filters, query }: RollbackProps) {
  const store = useStore();
  const [isShown, setShown] = useState(false);
  const isOffered = ROLLBACK_FILTERS.some((name) => filters.get(name) !== '');
  if (!isOffered || !store.may('blocklists:write')) return null;
  return (
    <p>
      <EditButton
        onClick={() => {
          setShown(true);
        }}
      >
        {t('history.rollBack')}
      </EditButton>
      {!isShown ? null : (
        <RollbackDialog
          query={query}
          close={() => {
            setShown(false);
          }}
        />
      )}
    </p>
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
  const select = (
    name: 'list' | 'source' | 'batch',
    options: readonly (readonly [value: string, text: string])[],
  ) => (
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
  const batch = filters.get('batch');
  return (
    <div class="filters" role="search" aria-label={t('history.filters')}>
      {select('list', lists)}
      {field('feature')}
      {field('actor')}
      {select('source', sources)}
      <SinceField filters={filters} />
      {batch === '' ? null : select('batch', [[batch, t('history.together')]])}
    </div>
  );
}

const LENGTHS = ['hour', 'hours6', 'day', 'week'] as const;

/** Selects the changes since a time, which is a number of hours ago at the moment of the choice. */
function SinceField({ filters }: { readonly filters: Filters }) {
  const store = useStore();
  const since = filters.get('since');
  return (
    <label>
      {t('history.since')}
      <select
        name="since"
        value={since}
        onChange={({ currentTarget: { value } }) => {
          const length = LENGTHS.find((each) => each === value);
          filters.set('since', length === undefined ? value : String(store.now() - LENGTHS_MS[length]));
        }}
      >
        <option value="">{t('history.any')}</option>
        {since === '' ? null : (
          <option value={since}>{t('history.sinceTime', { time: formatTime(Number(since)) })}</option>
        )}
        {LENGTHS.map((each) => (
          <option key={each} value={each}>
            {t(`duration.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ChangeRowProps {
  readonly change: ChangeBody;
  readonly isUndone: boolean;
  readonly isUndo: boolean;
}

/** A recorded change, with a button to undo it. */
function ChangeRow({ change, isUndone, isUndo: isUndoing }: ChangeRowProps) {
  const store = useStore();
  const { batch, changes, id, list, total, undoes } = change;
  const mayUndo =
    store.may('blocklists:write') && changes.length === total && !isUndone && changes.some(hasEffect);
  const sorted = changes.toSorted((one, other) => compareNames(one.feature, other.feature));
  const names = sorted.slice(0, MAX_NAMED).map(({ feature }) => feature);
  const more = total - names.length;
  const action = isUndoing ? 'redo' : 'undo';
  return (
    <li class="row entry">
      <p class="what">
        {names.map((name) => (
          <Text key={name} class="code name" of={name} />
        ))}
        {more === 0 ? null : <span>{t('history.more-features', { more: formatNumber(more) })}</span>}
        <a href={routeTo('lists', list)}>{formatList(list)}</a>
      </p>
      <p class="quiet note">
        <ChangeAuthor change={change} isRedo={undoes !== undefined && !isUndoing} />
      </p>
      <div class="details">
        <p>{describeEffects(changes)}</p>
        <ChangeReason change={change} />
        {batch === undefined ? null : (
          <a href={`#/history?${new URLSearchParams({ batch }).toString()}`}>{t('history.batch')}</a>
        )}
      </div>
      {mayUndo ? (
        <UndoButton
          reversal={{ ids: [id], action: action }}
          label={t(`history.${action}Of`, { feature: names.join(', ') })}
        />
      ) : null}
      {isUndone ? <small class="state">{t('history.undone')}</small> : null}
    </li>
  );
}

/** Describes the effect of changes; each effect once. */
function describeEffects(changes: ChangeBody['changes']): string {
  const effects = changes.map((change) =>
    hasEffect(change) ? describeEffect(change) : t('history.newReason'),
  );
  const shown = [...new Set(effects)];
  return shown.slice(0, MAX_NAMED).join('; ') + (shown.length > MAX_NAMED ? '; …' : '');
}

/** Whether more than the reason was changed. */
function hasEffect({ after, before }: FeatureChangeBody): boolean {
  return !isSameState(toState(before), toState(after));
}
