interface SearchFieldProps {
  /** What is searched, for screen readers too. */
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
}

/** A field that narrows the list below it. */
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
