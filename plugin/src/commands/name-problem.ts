import { checkFeatures } from '../../../shared/feature-control/check-features.ts';

const { client, features } = checkFeatures.payloadSchema.properties;

/** In characters (G13): a longer name could be in no request. */
const MOST_CHARACTERS = { client: client.maxLength, feature: features.items.maxLength };

/** @returns one sentence where this can be no name of a client or a feature */
export function nameProblem(kind: 'client' | 'feature', name: string): string | undefined {
  if (name === '') return `The name of a ${kind} cannot be empty.`;
  if (Array.from(name).length > MOST_CHARACTERS[kind])
    return `The name of a ${kind} has at most ${MOST_CHARACTERS[kind]} characters.`;
  // It has no form in UTF-8 (G39).
  return name.isWellFormed() ? undefined : `That is no text for the name of a ${kind}.`;
}

/** Of several names, the first problem. */
export function firstNameProblem(
  clientName: string | undefined,
  featureNames: readonly string[],
): string | undefined {
  for (const feature of featureNames) {
    const problem = nameProblem('feature', feature);
    if (problem !== undefined) return problem;
  }
  return clientName === undefined ? undefined : nameProblem('client', clientName);
}
