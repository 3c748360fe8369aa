/**
 * Gives each process a share of a core, so that few cores stand for many slower ones: n shares can do n times
 * the work if nothing else limits it. Uses Linux control groups, which require root.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Short compared with the latency of a request: a process that has used up its share is paused until the end
 * of the period.
 */
const PERIOD_US = 10_000;

/** Folder and limit files of control groups, in both versions. */
const VERSIONS = [
  {
    root: '/sys/fs/cgroup/cpu',
    files: (quotaUs) => ({ 'cpu.cfs_period_us': PERIOD_US, 'cpu.cfs_quota_us': quotaUs }),
  },
  { root: '/sys/fs/cgroup', files: (quotaUs) => ({ 'cpu.max': `${quotaUs} ${PERIOD_US}` }) },
];

export class CoreShares {
  #groups = [];
  #share;

  /** @param {number} share of one core for each process, over 0 and at most 1 */
  constructor(share) {
    this.#share = share;
  }

  /**
   * Limits each of the processes to its share.
   * @param {number[]} pids
   * @returns {string | undefined} the reason why processes cannot be limited on this machine or by this user
   */
  limit(pids) {
    const version = VERSIONS.find(({ root }) => existsSync(join(root, 'cgroup.procs')));
    if (version === undefined) return 'there are no control groups';
    try {
      for (const pid of pids) this.#limitOne(pid, version);
      return undefined;
    } catch (error) {
      return error.message;
    }
  }

  /** Removes all limits. */
  end() {
    for (const { group, root } of this.#groups.splice(0)) {
      const pids = readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);
      for (const pid of pids) writeFileSync(join(root, 'cgroup.procs'), pid);
      rmdirSync(group);
    }
  }

  #limitOne(pid, { root, files }) {
    const group = join(root, `feature-control-bench-${pid}`);
    mkdirSync(group);
    this.#groups.push({ group, root });
    for (const [file, value] of Object.entries(files(PERIOD_US * this.#share)))
      writeFileSync(join(group, file), String(value));
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
  }
}
