export type SelectOption = readonly [value: string, text: string];

export interface SelectFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onSelect: (value: string) => void;
}

/** A field that selects one of several options. */
export function SelectField({ label, name, value, options, onSelect }: SelectFieldProps) {
  return (
    <label>
      {label}
      <select
        name={name}
        value={value}
        onChange={(event) => {
          onSelect(event.currentTarget.value);
        }}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
