/** Types for the tests, which are TypeScript; the words stand in test-tools.mjs. */
export function findTestTools(): Record<string, string>;
