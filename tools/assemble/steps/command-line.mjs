import { fromRoot } from '../../files/paths.mjs';
import { bundle } from './bundle.mjs';

/** The bundled command line, which runs without `node_modules`. */
export const COMMAND_LINE = fromRoot('admin', 'build', 'cli.cjs');

/** @returns {Promise<'up to date' | 'built'>} */
export async function bundleCommandLine() {
  const inputs = ['node', 'admin/history-settings.ts', 'admin/cli', 'admin/server', 'deploy/redis/users.acl'];
  return await bundle('command-line', inputs, {
    entryPoints: [fromRoot('admin', 'cli', 'main.ts')],
    outfile: COMMAND_LINE,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    loader: { '.acl': 'text', '.txt': 'text' },
  });
}
