import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { ROOT } from '../../tools/files/paths.mjs';

const FIXTURES = 'test/fixtures/wire';

/**
 * Reads the public interfaces from the sources in a folder: the OpenAPI document, the schema of the channel,
 * and the wire fixtures by file name.
 * @param {string} folder of this repository, possibly of another version
 */
export async function readInterfaces(folder) {
  const { createOpenApiDocument } = await load(join(folder, 'rest-sidecar/src/openapi/open-api-document.ts'));
  const { createChannelSchema } = await load(join(folder, 'rest-sidecar/src/channel-schema.ts'));
  await stop();
  const fixtures = readdirSync(join(folder, FIXTURES)).map((name) => [
    name,
    JSON.parse(readFileSync(join(folder, FIXTURES, name), 'utf8')),
  ]);
  return {
    openApi: createOpenApiDocument(),
    channel: createChannelSchema(),
    fixtures: Object.fromEntries(fixtures),
  };
}

/**
 * Reads the interfaces of a tag.
 * @param {string} repository the folder of a clone
 * @param {string} tag
 */
export async function readInterfacesOfTag(repository, tag) {
  const folder = mkdtempSync(join(tmpdir(), 'feature-control-tag-'));
  try {
    const archive = ['archive', tag, 'tsconfig.json', 'rest-sidecar', 'node', 'shared', FIXTURES];
    const tar = execFileSync('git', archive, { cwd: repository, maxBuffer: 2 ** 28 });
    execFileSync('tar', ['-x', '-C', folder], { input: tar });
    return await readInterfaces(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function load(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    format: 'esm',
    platform: 'node',
    nodePaths: [join(ROOT, 'node_modules')],
    write: false,
  });
  return await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
}
