import { eventually } from '../eventually.ts';
import { REPOSITORY } from '../repository/repository.ts';
import { startThrowawayMachine } from './throwaway-machine.ts';
import type { ThrowawayMachine } from './throwaway-machine.ts';

const APT_LINES = /^apt-get .*$/gm;
const CHECK_IN_GAME = `node ${REPOSITORY}/tools/check/check.mjs --client my-mod --features fly,zoom`;

/** A reader of `docs/run-it.md`, who runs its commands on a machine of their own. */
export class Reader {
  readonly machine: ThrowawayMachine;

  private constructor(machine: ThrowawayMachine) {
    this.machine = machine;
  }

  /** Starts a machine with what the page requires. @param release the folder with the files of a release */
  static async start(release: string): Promise<Reader> {
    const machine = await startThrowawayMachine();
    await machine.run(`
      [ -x /usr/bin/node ] || install '${process.execPath}' /usr/bin/node
      install --directory --owner=games /opt/velocity
      cd '${release}'`);
    return new Reader(machine);
  }

  /** Runs a block of commands in a new shell, which ends at the first failure. */
  async run(block: string): Promise<void> {
    const packages = block.match(APT_LINES) ?? [];
    if (packages.length > 0) this.machine.runWithInternet(packages.join(' && '));
    await this.machine.run(inNewShell('-e', block));
  }

  /** Runs a block as if it were pasted: a failure does not keep the rest from running. */
  async paste(block: string): Promise<void> {
    await this.machine.run(`${inNewShell('+e', block)} || true`);
  }

  /** Waits until a command prints what matches the pattern. */
  async prints(command: string, pattern: RegExp): Promise<void> {
    const check = async () => pattern.test(await this.machine.run(`${command} || true`));
    await eventually(check, { withinMs: 100_000, everyMs: 500, what: `${command} to print ${pattern}` });
  }

  /** Starts a proxy with the plugin, and waits until it is connected to Redis. */
  async startProxy(): Promise<void> {
    const java = process.env['JAVA_HOME'] ?? '';
    const proxy = `${REPOSITORY}/tools/development-proxy/main.mjs`;
    await this.machine.run(`systemd-run --unit velocity --setenv JAVA_HOME='${java}' node ${proxy} \\
      --jar /opt/velocity/plugins/*.jar --data /opt/velocity/plugins`);
    await this.prints('journalctl --unit velocity', /Connected to Redis at 127\.0\.0\.1:6390/);
  }

  /** Waits until the programs serve, and Prometheus has the metrics of each and the alerts. */
  async untilNetworkRuns(domain: string): Promise<void> {
    await this.prints('curl --silent http://127.0.0.1:8080/v1/health', /^\{"status":"ok"\}$/);
    await this.prints(CHECK_IN_GAME, /^blocked: fly$/m);
    const tls = '--cacert /etc/ssl/feature-control/fullchain.pem';
    const admin = `--resolve admin.${domain}:443:127.0.0.1 https://admin.${domain}/console`;
    await this.prints(`curl --silent --fail ${tls} ${admin}`, /<html/);
    const prometheus = 'curl --silent http://127.0.0.1:9090/api/v1';
    for (const kind of ['proxy', 'sidecar', 'admin'])
      await this.prints(
        `${prometheus}/query?query=feature_control_build_info`,
        new RegExp(`"kind":"${kind}"`),
      );
    await this.prints(`${prometheus}/rules`, /FeatureControlProgramGone/);
  }
}

/** Without the lines of apt, which needs the Internet. */
function inNewShell(option: '-e' | '+e', block: string): string {
  return `bash ${option} -c "$(cat <<'PAGE'\n${block.replaceAll(APT_LINES, '')}\nPAGE\n)"`;
}
