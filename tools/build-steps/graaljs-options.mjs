/**
 * How scripts for GraalJS are bundled, which is neither Node nor a browser. Names stay as they are, for stack
 * traces.
 * @type {import('esbuild').BuildOptions}
 */
export const GRAALJS_OPTIONS = { platform: 'neutral', target: 'es2023', format: 'esm' };
