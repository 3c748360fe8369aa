/** Types for the tests, which are TypeScript; the words stand in is-port-free.cjs. */
export function isPortFree(port: number, host?: string): Promise<boolean>;
