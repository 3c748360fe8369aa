import { useApp } from '../state/context.ts';
import { formatNumber } from '../state/formats.ts';

/** Maximum number of rows of a page. More would slow it down. */
export const MAX_ROWS = 200;

/** Says that only the first rows are shown; empty if all of them are. @param count the number of all rows */
export function CutOffNote({ count }: { readonly count: number }) {
  const { t, language } = useApp();
  if (count <= MAX_ROWS) return null;
  return <p>{t('app.cutOff', { count: formatNumber(MAX_ROWS, language) })}</p>;
}
