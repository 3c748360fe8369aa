/**
 * @param part 0 to 1, such as 0.5 for the median
 * @returns the smallest value that is at least as large as that part of the values; NaN if there are none
 */
export function quantile(values: readonly number[], part: number): number;
