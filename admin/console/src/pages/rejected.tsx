import type { RejectedList } from '../../../../shared/rest/console.ts';
import { FirstRows } from '../parts/first-rows.tsx';
import { LoadStatus } from '../parts/load-status.tsx';
import { Page } from '../parts/page.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Text } from '../parts/text.tsx';
import { formatNumber } from '../state/formats.ts';
import { useFilters } from '../state/route.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { t } from '../texts/translate.ts';

/** The values in Redis that are not served, each with the reason. */
export function RejectedValues() {
  const loaded = useLoaded<RejectedList>('v1/console/rejected', undefined, true);
  const { rejected = [], total = 0 } = loaded.body ?? {};
  const filters = useFilters();
  const isFound = filters.finder('find');
  const found = rejected.filter(({ key, reason }) => isFound(`${key} ${reason}`));
  return (
    <Page name="rejected">
      <p class="quiet">{t('rejected.intro')}</p>
      <SearchField label={t('rejected.find')} filters={filters} name="find" />
      <LoadStatus loaded={loaded}>
        {total === 0 ? t('rejected.none') : t('rejected.total', { total: formatNumber(total) })}
      </LoadStatus>
      <FirstRows rows={found}>
        {(shown) => (
          <ul class="rows card">
            {shown.map(({ key, part, reason }) => (
              <li key={`${key} ${part}`} class="row">
                <div class="grow">
                  <p class="what">
                    <Text class="code name" of={key} />
                    <Text class="code" of={part} />
                  </p>
                  <Text of={reason} isProse />
                </div>
              </li>
            ))}
          </ul>
        )}
      </FirstRows>
    </Page>
  );
}
