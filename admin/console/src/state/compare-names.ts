/** Orders names as people do: `mod-2` before `mod-10`. */
export const { compare: compareNames } = new Intl.Collator(undefined, { numeric: true });
