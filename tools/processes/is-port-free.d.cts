/** Types for the tests, which are TypeScript; for the documentation see is-port-free.cjs. */
export function isPortFree(port: number, host?: string): Promise<boolean>;
