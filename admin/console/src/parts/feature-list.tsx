import { FirstRows } from './first-rows.tsx';
import { Text } from './text.tsx';

export interface FeatureListProps {
  /** Each feature with a text about it. */
  readonly rows: readonly (readonly [feature: string, text: string])[];
  readonly class?: string;
}

/** The features that an edit concerns. */
export function FeatureList({ rows, class: name = '' }: FeatureListProps) {
  return (
    <FirstRows rows={rows}>
      {(shown) => (
        <ul class={`preview ${name}`}>
          {shown.map(([feature, text]) => (
            <li key={`${feature} ${text}`}>
              <Text class="code name" of={feature} /> {text}
            </li>
          ))}
        </ul>
      )}
    </FirstRows>
  );
}
