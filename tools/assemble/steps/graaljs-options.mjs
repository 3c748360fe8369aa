/**
 * Options for bundling scripts for GraalJS, which is neither Node nor a browser. Names are not minified, for
 * stack traces. Other characters than ASCII are escaped: the engine keeps the source in memory, with two
 * bytes for each character if one of them needs two.
 * @type {import('esbuild').BuildOptions}
 */
export const GRAALJS_OPTIONS = { platform: 'neutral', target: 'es2023', format: 'esm', charset: 'ascii' };
