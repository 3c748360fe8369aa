/**
 * Options for bundling scripts for GraalJS, which is neither Node nor a browser. Names are not minified, for
 * stack traces.
 * @type {import('esbuild').BuildOptions}
 */
export const GRAALJS_OPTIONS = { platform: 'neutral', target: 'es2023', format: 'esm' };
