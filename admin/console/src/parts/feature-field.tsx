import { useMemo } from 'preact/hooks';
import { NEUTRAL_NAMES } from '../../../../shared/bridges/neutral-names.ts';
import { MAX_CHARACTERS } from '../../../../shared/feature-control/edit-problems.ts';
import { nearestName } from '../../../../shared/nearest-name.ts';
import { useApp, useStore } from '../state/context.ts';
import { describeFeature } from '../texts/describe-feature.ts';
import { NameField } from './name-field.tsx';
import { Sentence } from './sentence.tsx';

/** Shorter names are not compared with known names, as the admin is still typing. */
const MIN_LETTERS = 3;
const MAX_EDIT_DISTANCE = 2;

export interface FeatureFieldProps {
  readonly value: string;
  readonly change: (value: string) => void;
}

/** An input field for a feature's name, with suggestions and a sentence about the feature. */
export function FeatureField({ value, change }: FeatureFieldProps) {
  const { t, language } = useApp();
  const { names } = useStore();
  const known = useMemo(
    () => [...new Set([...Object.keys(NEUTRAL_NAMES), ...(names?.features ?? [])])],
    [names],
  );
  const sentence = describeFeature(value, language);
  const nearest = useMemo(() => nearestTo(value, known), [value, known]);
  const isUnknown = names !== undefined && value !== '' && sentence === undefined && !known.includes(value);
  return (
    <div class="field">
      <NameField
        label={t('edit.feature')}
        name="feature"
        value={value}
        change={change}
        known={known}
        maxCharacters={MAX_CHARACTERS.feature}
        describe={(each) => describeFeature(each, language)}
      />
      <small>{sentence ?? t(isUnknown ? 'edit.unknown' : 'edit.featureNote')}</small>
      {nearest === undefined ? null : (
        <button
          type="button"
          class="link"
          onClick={() => {
            change(nearest);
          }}
        >
          <Sentence phrase={{ key: 'edit.nearest', values: { name: nearest } }} />
        </button>
      )}
    </div>
  );
}

function nearestTo(value: string, known: readonly string[]): string | undefined {
  return value.length < MIN_LETTERS ? undefined : nearestName(value, known, MAX_EDIT_DISTANCE);
}
