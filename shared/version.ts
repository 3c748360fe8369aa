/** The version of both programs: that of `package.json`, which `shared` cannot read at run time. */
export const VERSION = '0.1.0';
