/** Types for the tests, which are TypeScript; the words stand in orphan-guard.cjs. */
export function guardAgainstOrphan(target: number, directory?: string): () => void;
