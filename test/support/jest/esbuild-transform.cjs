const { transformSync } = require('esbuild');

/**
 * Jest's transformer: strips types and turns modules into CommonJS. Types are checked by `tsc`, apart from
 * the tests.
 */
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
