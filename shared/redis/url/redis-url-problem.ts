/** Why a URL of Redis cannot be understood. Never thrown beyond `parseRedisUrl()`. */
export class RedisUrlProblem extends Error {}

/** @param what is decoded, such as `user and password` */
export function decodePart(text: string, what: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RedisUrlProblem(`must have % written as %25 in ${what}`);
  }
}
