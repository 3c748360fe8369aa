export interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  readonly value: Value;
  readonly change: (value: Value) => void;
  /** Each value with its text. */
  readonly options: readonly (readonly [value: Value, text: string])[];
}

/** A field with a fixed set of values. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, name, value, change, options } = props;
  return (
    <label>
      {label}
      <select
        name={name}
        value={value}
        onChange={(event) => {
          change(event.currentTarget.value as Value);
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
