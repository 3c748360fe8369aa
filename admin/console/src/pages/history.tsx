import { useState } from 'preact/hooks';
import {
  CHANGE_SOURCES,
  effectiveChanges,
  isUndo,
} from '../../../../shared/feature-control/blocklist-change.ts';
import { isSameState } from '../../../../shared/feature-control/entry-state.ts';
import type { ChangeBody, FeatureChangeBody, HistoryBody } from '../../../../shared/rest/blocklist-edits.ts';
import { ChangeAuthor, ChangeReason } from '../parts/change-texts.tsx';
import { LENGTHS } from '../parts/duration-field.tsx';
import { EditButton } from '../parts/edit-button.tsx';
import { LoadStatus } from '../parts/load-status.tsx';
import { Page } from '../parts/page.tsx';
import { describeEffect, RollbackDialog } from '../parts/rollback-dialog.tsx';
import { SelectField } from '../parts/select-field.tsx';
import type { SelectOption } from '../parts/select-field.tsx';
import { Text } from '../parts/text.tsx';
import { UndoButton } from '../parts/undo-button.tsx';
import { compareFeatures, compareNames } from '../state/compare-names.ts';
import { formatList, formatNumber, formatTime } from '../state/formats.ts';
import { toState } from '../state/list-contents.ts';
import { routeTo, useFilters } from '../state/route.ts';
import type { Filters } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { t } from '../texts/translate.ts';

/** Features and effects of one change that are named. */
const MAX_NAMED = 5;

/** The history of changes, newest first, with filters. */
export function History() {
  const store = useStore();
  const filters = useFilters();
  const { query } = filters;
  const loaded = useLoaded<HistoryBody>(`v1/history?${query.toString()}`, store.historyVersion);
  const { changes = [], next } = loaded.body ?? {};
  const effective = new Set(effectiveChanges(changes));
  // All changes of a person, since a time, or of one import can be rolled back together.
  const isRollback = changes.length > 0 && ['actor', 'since', 'batch'].some((name) => query.has(name));
  return (
    <Page name="history">
      <FilterFields filters={filters} />
      {isRollback && <Rollback query={query} />}
      <LoadStatus loaded={loaded}>
        {changes.length === 0 && t(query.size === 0 ? 'history.none' : 'history.empty')}
      </LoadStatus>
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
        {query.has('before') && <a href={filters.linkWith('before', '')}>{t('history.newest')}</a>}
        {next !== undefined && <a href={filters.linkWith('before', next)}>{t('history.more')}</a>}
      </p>
    </Page>
  );
}

function Rollback({ query }: { readonly query: URLSearchParams }) {
  const [isShown, setShown] = useState(false);
  return (
    <p>
      <EditButton
        onClick={() => {
          setShown(true);
        }}
      >
        {t('history.rollBack')}
      </EditButton>
      {isShown && (
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
  const since = filters.get('since');
  const batch = filters.get('batch');
  const names = new Set([filters.get('list'), ...(store.lists?.keys() ?? [])]);
  names.delete('');
  const field = (name: 'feature' | 'actor') => (
    <label>
      {t(`history.${name}`)}
      <input
        name={name}
        value={filters.get(name)}
        onInput={(event) => {
          filters.set(name, event.currentTarget.value);
        }}
      />
    </label>
  );
  const select = (
    name: 'list' | 'source' | 'since' | 'batch',
    options: readonly SelectOption[],
    toFilter = (value: string) => value,
  ) => (
    <SelectField
      label={t(`history.${name}`)}
      name={name}
      value={filters.get(name)}
      options={[['', t('history.any')], ...options]}
      onSelect={(value) => {
        filters.set(name, value === '' ? '' : toFilter(value));
      }}
    />
  );
  const lists = [...names].sort(compareNames).map((list) => [list, formatList(list)] as const);
  const sources = CHANGE_SOURCES.map((source) => [source, t(`source.${source}`)] as const);
  // A length of time is converted to the time that it was ago at the moment of the choice.
  const sinceOptions = [...LENGTHS];
  if (since !== '')
    sinceOptions.unshift([since, t('history.sinceTime', { time: formatTime(Number(since)) })]);
  return (
    <div class="filters" role="search" aria-label={t('history.filters')}>
      {select('list', lists)}
      {field('feature')}
      {field('actor')}
      {select('source', sources)}
      {select('since', sinceOptions, (length) => String(store.now() - Number(length)))}
      {batch !== '' && select('batch', [[batch, t('history.together')]])}
    </div>
  );
}

interface ChangeRowProps {
  readonly change: ChangeBody;
  readonly isUndone: boolean;
  readonly isUndo: boolean;
}

/** A recorded change, with a button to undo it. */
function ChangeRow({ change, isUndone, isUndo: isUndoing }: ChangeRowProps) {
  const { batch, changes, id, list, total, undoes } = change;
  const mayUndo = changes.length === total && !isUndone && changes.some(hasEffect);
  const names = changes
    .toSorted(compareFeatures)
    .slice(0, MAX_NAMED)
    .map(({ feature }) => feature);
  const more = total - names.length;
  const action = isUndoing ? 'redo' : 'undo';
  return (
    <li class="row entry">
      <p class="what">
        {names.map((name) => (
          <Text key={name} class="code name" of={name} />
        ))}
        {more > 0 && <span>{t('history.more-features', { more: formatNumber(more) })}</span>}
        <a href={routeTo('lists', list)}>{formatList(list)}</a>
      </p>
      <p class="quiet note">
        <ChangeAuthor change={change} isRedo={undoes !== undefined && !isUndoing} />
      </p>
      <div class="details">
        <p>{describeEffects(changes)}</p>
        <ChangeReason change={change} />
        {batch !== undefined && (
          <a href={`#/history?${new URLSearchParams({ batch }).toString()}`}>{t('history.batch')}</a>
        )}
      </div>
      {mayUndo && (
        <UndoButton
          reversal={{ ids: [id], action }}
          label={t(`history.${action}Of`, { feature: names.join(', ') })}
        />
      )}
      {isUndone && <small class="state">{t('history.undone')}</small>}
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
