const { transformSync } = require('esbuild');

/** Jest's transformer: strips types and converts modules to CommonJS. `tsc` checks types separately. */
module.exports = {
  process(source, filename) {
    const { code, map } = transformSync(source, {
      loader: filename.endsWith('.ts') ? 'ts' : 'js',
      format: 'cjs',
      target: 'node20',
      sourcefile: filename,
      sourcemap: 'external',
    });
    return { code, map };
  },
};
