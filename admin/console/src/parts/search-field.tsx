import type { Filters } from '../state/route.ts';

interface SearchFieldProps {
  /** The placeholder, which screen readers read as well. */
  readonly label: string;
  readonly filters: Filters;
  /** The name of the filter. */
  readonly name: string;
}

/** A search field that filters the list below it. */
export function SearchField({ label, filters, name }: SearchFieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={filters.get(name)}
      onInput={(event) => {
        filters.set(name, event.currentTarget.value);
      }}
    />
  );
}
