/** Advice by the code of a Redis error, which is its first word. */
const ADVICE: Readonly<Record<string, string>> = {
  NOPERM: 'give its user the permissions of fc-admin in docs/redis-acl.md; doctor lists what is missing',
  WRONGTYPE: 'a key has the wrong type; run doctor to find it',
  READONLY: 'this server is a replica; set REDIS_URL to the master or its Sentinels',
  MOVED: 'this server belongs to a cluster; use redis-cluster:// in REDIS_URL',
  CLUSTERDOWN: 'a part of the cluster is missing; see CLUSTER INFO, and try again',
  LOADING: 'Redis is loading its data; try again in a moment',
  MISCONF: 'Redis cannot save its data; check its log and its free disk space',
  OOM: 'Redis has reached maxmemory and wrote nothing; raise maxmemory',
  BUSY: 'a script is running for too long; try again in a moment',
};

/** What only the text of Redis tells: which command is not permitted. */
const DETAILED = 'NOPERM';

/**
 * Returns an error of Redis with advice, in place of the rest of its text where that helps nobody.
 * @param fallback advice for errors that have none here
 */
export function withAdvice(message: string, fallback?: string): string {
  const text = message === 'Command timed out' ? 'Redis did not reply in time' : message;
  const code = /^[A-Z]+/.exec(text)?.[0] ?? '';
  const advice = ADVICE[code] ?? fallback;
  if (advice === undefined) return text;
  const shown = code in ADVICE && code !== DETAILED ? code : text.replace(/\.$/, '');
  return `${shown}: ${advice}`;
}
