/** Types for the tests, which are TypeScript; for the documentation see test-tools.mjs. */
export function findTestTools(): Record<string, string>;
