import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { runCheck, type CheckRun } from '../velocity-stand-in/development-proxy.ts';

const PROGRAM = join(REPOSITORY, 'tools', 'command-line', 'feature-control.mjs');

interface RuleResult {
  readonly id: string;
  readonly outcome: 'passed' | 'failed' | 'not judged';
}

/** The output and the reports of a run of the conformance kit. */
export interface Conformance {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly html: string;
  readonly reports: readonly {
    readonly rules: readonly RuleResult[];
    readonly decisions: readonly RuleResult[];
  }[];
}

/**
 * Tests the proxy on that port, which must block `minimap` and have a window of 3 seconds.
 * @param edit blocks the feature for the client, when the kit requests it
 */
export async function testServer(
  port: number,
  edit: (feature: string, client: string) => Promise<unknown>,
): Promise<Conformance> {
  const options = [
    '--version',
    '1.21.1',
    '--window',
    '3',
    '--answer-timeout',
    '40',
    '--packets-per-second',
    '100',
    '--blocked',
    'minimap',
    '--await-event',
    '40',
  ];
  const { untilPrinted, ended } = startConformance('server', '--address', `127.0.0.1:${port}`, ...options);
  const edited = untilPrinted(/^block (\S+) for (\S+) within/).then(([, feature = '', client = '']) =>
    edit(feature, client),
  );
  const [result] = await Promise.all([ended, edited]);
  return result;
}

/** Tests `npm run check`, which joins the kit like a mod. */
export async function testCheckProgram(): Promise<Conformance & { readonly check: CheckRun }> {
  const { untilPrinted, ended } = startConformance('mod', '--port', '0', '--once');
  const [, port = ''] = await untilPrinted(/listening on 127\.0\.0\.1:(\d+)/);
  const check = await runCheck(['--port', port, '--client', 'm', '--features', 'fly,map']);
  return { ...(await ended), check };
}

function startConformance(...args: string[]) {
  const files = makeTemporaryDirectory();
  const [json, html] = [join(files.path, 'report.json'), join(files.path, 'report.html')];
  const child = spawn(process.execPath, [PROGRAM, 'conformance', ...args, '--json', json, '--html', html]);
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const lines = createInterface({ input: child.stderr });
  const untilPrinted = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      lines.on('line', (line) => {
        const match = pattern.exec(line);
        if (match !== null) resolve(match);
      });
      child.once('exit', (code) => {
        reject(new Error(`the conformance kit has ended with ${code}`));
      });
    });
  const ended = once(child, 'close').then(([exitCode]): Conformance => {
    const reports = JSON.parse(files.read('report.json')) as Conformance['reports'];
    const result = { exitCode: exitCode as number | null, stdout, reports, html: files.read('report.html') };
    files.remove();
    return result;
  });
  return { untilPrinted, ended };
}
