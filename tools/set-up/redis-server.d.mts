/** Types for the tests, which are TypeScript; the words stand in redis-server.mjs. */
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
  how?: Where & { onLine?: (line: string) => void },
): Promise<FoundRedisServer>;
