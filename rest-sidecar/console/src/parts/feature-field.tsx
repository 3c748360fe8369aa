import { useMemo } from 'preact/hooks';
import { NEUTRAL_NAMES } from '../../../../shared/bridges/neutral-names.ts';
import { MOST_CHARACTERS } from '../../../../shared/feature-control/edit-problems.ts';
import { nearestName } from '../../../../shared/nearest-name.ts';
import { useApp, useStore } from '../state/context.ts';
import { describeFeature } from '../texts/describe-feature.ts';
import { NameField } from './name-field.tsx';
import { Sentence } from './sentence.tsx';

/** Letters from which on a name is compared with those that are known: before, it is being typed. */
const FEWEST_LETTERS = 3;
const MOST_EDITS = 2;

export interface FeatureFieldProps {
  readonly value: string;
  readonly change: (value: string) => void;
}

/** The name of a feature, with those that are known offered, and a sentence about it. */
export function FeatureField({ value, change }: FeatureFieldProps) {
  const { t, language } = useApp();
  const { names } = useStore();
  const known = useMemo(() => [...new Set([...Object.keys(NEUTRAL_NAMES), ...names.features])], [names]);
  const sentence = describeFeature(value, language);
  const nearest = useMemo(() => nearestTo(value, known), [value, known]);
  const isUnknown = value !== '' && sentence === undefined && !known.includes(value);
  return (
    <div class="field">
      <NameField
        {...{ label: t('edit.feature'), name: 'feature', value, change, known }}
        most={MOST_CHARACTERS.feature}
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
  return value.length < FEWEST_LETTERS ? undefined : nearestName(value, known, MOST_EDITS);
}
