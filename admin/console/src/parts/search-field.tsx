interface SearchFieldProps {
  /** The placeholder, which screen readers read as well. */
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
}

/** A search field that filters the list below it. */
export function SearchField({ label, value, change }: SearchFieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onInput={(event) => {
        change(event.currentTarget.value);
      }}
    />
  );
}
