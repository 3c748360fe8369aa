import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatNumber } from '../state/formats.ts';
import { t } from '../texts/translate.ts';

/** More rows would slow the page down. */
const MAX_ROWS = 200;

export interface FirstRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly children: (shown: readonly Row[]) => ComponentChildren;
}

/** The first rows of many, with a button that shows all of them. */
export function FirstRows<Row>({ rows, children }: FirstRowsProps<Row>) {
  const [isComplete, setComplete] = useState(false);
  if (isComplete || rows.length <= MAX_ROWS) return <>{children(rows)}</>;
  return (
    <>
      {children(rows.slice(0, MAX_ROWS))}
      <p class="pad">
        {t('app.cutOff', { count: formatNumber(MAX_ROWS) })}{' '}
        <button
          type="button"
          onClick={() => {
            setComplete(true);
          }}
        >
          {t('app.showAll', { count: formatNumber(rows.length) })}
        </button>
      </p>
    </>
  );
}
