/** Types for the tests, which are TypeScript; for the documentation see redis-server.mjs. */
interface Where {
  env?: NodeJS.ProcessEnv;
  directory?: string;
}
interface FoundRedisServer {
  path: string;
  version: string;
}
export function findRedisServer(where?: Where): FoundRedisServer | undefined;
export function unpackRedisServer(
  options?: Where & { onLine?: (line: string) => void },
): Promise<FoundRedisServer>;
