import { useState } from 'preact/hooks';
import type { RejectedValue } from '../../../../shared/redis/mirror/rejected-values.ts';
import { CutOffNote, MAX_ROWS } from '../parts/cut-off-note.tsx';
import { Problem } from '../parts/problem.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Text } from '../parts/text.tsx';
import { useApp, usePolled } from '../state/context.ts';
import { formatNumber } from '../state/formats.ts';

/** Polling interval in milliseconds. */
const RELOAD_MS = 3000;

/** The values in Redis that are not served, each with the reason. */
export function RejectedValues() {
  const { t, language } = useApp();
  const { body: all, problem } = usePolled('v1/console/rejected', RELOAD_MS);
  const [query, setQuery] = useState('');
  const searchText = query.trim().toLowerCase();
  const shown = (all?.rejected ?? []).filter(({ key, reason }) =>
    `${key} ${reason}`.toLowerCase().includes(searchText),
  );
  return (
    <section class="page" aria-labelledby="page-title">
      <h1 id="page-title">{t('page.rejected')}</h1>
      <p class="quiet">{t('rejected.intro')}</p>
      <div class="tools">
        <SearchField label={t('rejected.find')} value={query} change={setQuery} />
      </div>
      <Problem phrase={problem} />
      {all === undefined && problem !== undefined ? null : (
        <p role="status" class="quiet">
          {all === undefined
            ? t('app.loading')
            : all.total === 0
              ? t('rejected.none')
              : t('rejected.total', { total: formatNumber(all.total, language) })}
        </p>
      )}
      <CutOffNote count={shown.length} />
      <RejectedList rejected={shown.slice(0, MAX_ROWS)} />
    </section>
  );
}

function RejectedList({ rejected }: { readonly rejected: readonly RejectedValue[] }) {
  return (
    <ul class="changes">
      {rejected.map(({ key, part, reason }) => (
        <li key={`${key} ${part}`} class="change">
          <div class="grow">
            <p class="what">
              <Text class="code name" of={key} />
              {part === '' ? null : <Text class="code" of={part} />}
            </p>
            <p>
              <Text of={reason} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
