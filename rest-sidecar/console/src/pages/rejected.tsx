import { useEffect, useState } from 'preact/hooks';
import { Text } from '../parts/text.tsx';
import { useApp, useStore } from '../state/context.ts';
import { formatNumber } from '../state/formats.ts';
import type { RejectedValue } from '../state/shapes.ts';

/** The list is loaded again this often while it is shown, in milliseconds. */
const RELOAD_MS = 3000;
const MOST_SHOWN = 200;

interface Rejected {
  readonly rejected: readonly RejectedValue[];
  readonly total: number;
}

/** What is in Redis and not served, so that a broken event is found by looking. */
export function RejectedValues() {
  const { t, language } = useApp();
  const store = useStore();
  const [all, setAll] = useState<Rejected>();
  const [query, setQuery] = useState('');
  useEffect(() => {
    const load = async (): Promise<void> => {
      const answer = await store.ask<Rejected>('v1/console/rejected');
      if (answer.ok) setAll(answer.body);
    };
    void load();
    const timer = setInterval(() => void load(), RELOAD_MS);
    return () => {
      clearInterval(timer);
    };
  }, [store]);
  const wanted = query.trim().toLowerCase();
  const shown = (all?.rejected ?? []).filter(({ key, reason }) =>
    `${key} ${reason}`.toLowerCase().includes(wanted),
  );
  return (
    <section class="page" aria-labelledby="page-title">
      <h1 id="page-title">{t('page.rejected')}</h1>
      <p class="quiet">{t('rejected.intro')}</p>
      <div class="tools">
        <input
          type="search"
          aria-label={t('rejected.find')}
          placeholder={t('rejected.find')}
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
          }}
        />
      </div>
      <p role="status" class="quiet">
        {all === undefined
          ? t('app.loading')
          : all.total === 0
            ? t('rejected.none')
            : t('rejected.total', { total: formatNumber(all.total, language) })}
      </p>
      <ul class="changes">
        {shown.slice(0, MOST_SHOWN).map(({ key, part, reason }) => (
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
    </section>
  );
}
