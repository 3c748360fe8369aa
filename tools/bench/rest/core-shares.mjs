/**
 * Gives processes a share of a core each, so that few cores stand for many slower ones: what has n shares can
 * do n times as much, if nothing else stands in its way. Linux does that for control groups, which root may
 * make.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Short beside what a request waits for: a process that has used its share up stands still until the period's
 * end.
 */
const PERIOD_US = 10_000;

/** Where a group is made, and what its limit is called: control groups have two versions. */
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
   * From now on each of the processes has its share and no more.
   * @param {number[]} pids
   * @returns {string | undefined} why not, where this machine or this user cannot limit processes
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

  /** Nobody is limited any longer. */
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
