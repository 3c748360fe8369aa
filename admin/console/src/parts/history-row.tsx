import { MAX_RECORDED_NAMES } from '../../../../shared/feature-control/blocklist-editor.ts';
import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';
import { routeTo, useApp, useStore } from '../state/context.ts';
import { formatEntry, formatList, formatNumber, formatTime } from '../state/formats.ts';
import type { Change } from '../state/api-types.ts';
import type { AppContext } from '../state/context.ts';
import { Text } from './text.tsx';
import { UndoButton } from './undo-button.tsx';

export interface HistoryRowProps {
  readonly change: Change;
  readonly isUndone: boolean;
}

/** A recorded change, with a button to undo it. */
export function HistoryRow({ change, isUndone }: HistoryRowProps) {
  const app = useApp();
  const { t } = app;
  const store = useStore();
  const { list, feature, reason, sizes } = change;
  const mayUndo = store.may('blocklists:write') && sizes?.canUndo !== false && !isUndone;
  const names = sizes === undefined ? [feature] : namesOf(sizes);
  return (
    <li class="change">
      <div class="grow">
        <p class="what">
          {names.map((name) => (
            <Text key={name} class="code name" of={name} />
          ))}
          <a href={routeTo('lists', list)}>
            <Text of={formatList(list, t)} />
          </a>
        </p>
        <p>{describeChange(change, app)}</p>
        {reason === undefined ? null : (
          <p class="reason">
            <Text of={reason} />
          </p>
        )}
        <Origin change={change} />
      </div>
      {!mayUndo ? null : (
        <UndoButton
          id={change.id}
          label={t('history.undoOf', { feature: escapeUnprintable(names.join(', ')) })}
        />
      )}
    </li>
  );
}

/** When, by whom and how a change was made. */
function Origin({ change: { at, actor, source, undoes } }: Pick<HistoryRowProps, 'change'>) {
  const { t, language } = useApp();
  return (
    <p class="quiet">
      <time dateTime={new Date(at).toISOString()}>{formatTime(at, language)}</time>
      {' · '}
      {actor === '' ? null : <Text of={actor} />}
      {actor === '' ? '' : ' · '}
      {t(`source.${source}`)}
      {undoes === undefined ? null : ` · ${t('history.undoes')}`}
    </p>
  );
}

function namesOf({ names }: NonNullable<Change['sizes']>): readonly string[] {
  return names.length === MAX_RECORDED_NAMES ? [...names, '…'] : names;
}

function describeChange({ before, after, sizes }: Change, { t, language }: AppContext): string {
  if (sizes === undefined) return `${formatEntry(before, t, language)} → ${formatEntry(after, t, language)}`;
  return t('history.many', {
    before: formatNumber(sizes.before, language),
    after: formatNumber(sizes.after, language),
  });
}
