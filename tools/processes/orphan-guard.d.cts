/** Types for the tests, which are TypeScript; for the documentation see orphan-guard.cjs. */
export function guardAgainstOrphan(target: number, directory?: string): () => void;
