import { freePort } from '../../../tools/processes/free-port.mjs';

/** The settings of a node of a cluster that has no slots. */
export async function clusterNodeSettings(): Promise<readonly string[]> {
  return ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())];
}
