/** Types for the tests, which are TypeScript; the words stand in redis-server.mjs. */
interface Where {
  env?: NodeJS.ProcessEnv;
  directory?: string;
  onBytes?: (bytes: number, total: number) => void;
}
interface FoundRedisServer {
  path: string;
  version: string;
}
export function findRedisServer(where?: Where): FoundRedisServer | undefined;
export function unpackRedisServer(how?: Where): Promise<FoundRedisServer>;
