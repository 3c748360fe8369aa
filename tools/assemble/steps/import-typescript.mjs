import { fromRoot } from '../../files/paths.mjs';

/**
 * Imports a TypeScript module of the programs. Needs the npm packages.
 * @param {string} path from the repository's root
 */
export async function importTypeScript(path) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fromRoot(path)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    logLevel: 'silent',
  });
  return await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
}
