/** The package has no types of its own. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: NodeJS.Dict<string | string[]> });

    /**
     * @param preferred the order of those with equal weights
     * @returns the acceptable coding with the largest weight; undefined if there is none
     */
    encoding<T extends string>(
      available: readonly T[],
      options: { readonly preferred: readonly string[] },
    ): T | undefined;
  }
}
