/**
 * The version of all programs, equal to the one in `package.json`, which `shared` cannot read at run time.
 */
export const VERSION = '0.1.0';
