import usersFile from '../../../deploy/redis/users.acl';
import type { RedisUrl } from '../../../shared/redis/url/redis-url.ts';

/** A command that a Redis user may run. */
interface DocumentedRight {
  /** Such as `SADD`, or `CLIENT` and `TRACKING`. */
  readonly command: readonly string[];
  /** Keys, or channels, with which it may be run; none if it has none. */
  readonly targets: readonly string[];
}

/** A Redis user of a program, as in the file of docs/redis-acl.md. */
export interface DocumentedUser {
  readonly name: string;
  readonly rights: readonly DocumentedRight[];
}

const USER = /^user (fc-\S+) (.*)$/gm;
const IN_CLUSTER = /^(?:asking|readonly|readwrite|cluster\|.*)$/;

/**
 * Returns the users of the programs, with the rights that they need.
 * @param keyPrefix of all keys
 * @param topology of Redis
 */
export function documentedUsers(
  keyPrefix: string,
  topology: RedisUrl['topology'],
): readonly DocumentedUser[] {
  const isNeeded = (command: string): boolean => topology === 'cluster' || !IN_CLUSTER.test(command);
  // Each group in parentheses has commands and keys of its own.
  const rightsOf = (group: string): DocumentedRight[] => {
    const keys = (group.match(/(?<=~)\S+/g) ?? []).map((pattern) =>
      pattern.replace(/^fc:/, keyPrefix).replace(/\*$/, 'x'),
    );
    const channels = group.match(/(?<=&)\S+/g) ?? [];
    return (group.match(/(?<=\+)\S+/g) ?? []).filter(isNeeded).map((command) => ({
      command: command.toUpperCase().split('|'),
      targets: command === 'subscribe' ? channels : keys,
    }));
  };
  return [...usersFile.matchAll(USER)].map(([, name = '', rules = '']) => ({
    name,
    rights: rules.split(/[()]/).flatMap(rightsOf),
  }));
}
