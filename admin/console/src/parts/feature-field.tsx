import { useMemo } from 'preact/hooks';
import { NEUTRAL_NAMES } from '../../../../shared/bridges/neutral-names.ts';
import { useNames } from '../state/use-loaded.ts';
import { describeFeature } from '../texts/describe-feature.ts';
import { t } from '../texts/translate.ts';
import { NameField } from './name-field.tsx';

/** Returns the features that bridges know or mods have requested; undefined until they are loaded. */
export function useKnownFeatures(): ReadonlySet<string> | undefined {
  const features = useNames()?.features;
  return useMemo(() => features && new Set([...Object.keys(NEUTRAL_NAMES), ...features]), [features]);
}

export interface FeatureFieldProps {
  readonly initial: string;
  readonly isSeveral?: boolean;
}

/** An input field for the names of features, with suggestions and a sentence about the feature. */
export function FeatureField({ initial, isSeveral = false }: FeatureFieldProps) {
  const known = useKnownFeatures();
  const describe = (name: string): string => {
    const isUnknown = known !== undefined && name !== '' && !known.has(name);
    if (isUnknown) return t('edit.unknown');
    return describeFeature(name) ?? t(isSeveral ? 'edit.featuresNote' : 'edit.featureNote');
  };
  return (
    <NameField
      label={t('edit.feature')}
      name="feature"
      initial={initial}
      known={known ?? []}
      describe={describe}
      isSeveral={isSeveral}
    />
  );
}
