/** By the first word of an error of Redis, what to do about it. */
const ADVICE: Readonly<Record<string, string>> = {
  NOPERM: 'give its user the rights of fc-cli in docs/redis-acl.md; doctor names what is missing',
  NOAUTH: 'put the user and the password into REDIS_URL',
  WRONGPASS: 'correct the user and the password in REDIS_URL',
  WRONGTYPE: 'a key holds something else; doctor names it',
  READONLY: 'that is a replica; name the master in REDIS_URL, or its Sentinels',
  MOVED: 'that is one server of a cluster; write redis-cluster:// in REDIS_URL',
  CLUSTERDOWN: 'a part of the cluster is missing; see CLUSTER INFO, and try again',
  LOADING: 'it is reading its data; try again in a moment',
  MISCONF: 'it cannot save its data; see its log and the free space of its disk',
  OOM: 'its memory is full; raise maxmemory; nothing was written',
  BUSY: 'a script runs for too long; try again in a moment',
};

const LATE =
  'Redis has not answered in time: what was sent may be done all the same; see history, or try again';

/** An error of Redis with what to do about it. @param otherwise for errors of which nothing is known here */
export function withAdvice(message: string, otherwise?: string): string {
  if (message === 'Command timed out') return LATE;
  const advice = ADVICE[/^[A-Z]+/.exec(message)?.[0] ?? ''] ?? otherwise;
  return advice === undefined ? message : `${message.replace(/\.$/, '')}: ${advice}`;
}
