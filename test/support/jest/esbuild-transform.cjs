const { extname } = require('node:path');
const { transformSync } = require('esbuild');

const LOADERS = new Map([
  ['.acl', 'text'],
  ['.txt', 'text'],
  ['.ts', 'ts'],
]);

const MODULE_URL = "const __moduleUrl = require('node:url').pathToFileURL(__filename).href;";

/**
 * Jest's transformer: strips types and converts modules to CommonJS, also those of the tools. `tsc` checks
 * types separately.
 */
module.exports = {
  process(source, filename) {
    const { code, map } = transformSync(source, {
      loader: LOADERS.get(extname(filename)) ?? 'js',
      format: 'cjs',
      target: 'node20',
      sourcefile: filename,
      sourcemap: 'external',
      ...(filename.endsWith('.mjs') && {
        banner: MODULE_URL,
        define: { 'import.meta.url': '__moduleUrl' },
        supported: { 'dynamic-import': false },
      }),
    });
    return { code, map };
  },
};
