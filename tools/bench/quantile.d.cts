/**
 * @param part 0 to 1, such as 0.5 for the median
 * @returns the smallest of the values that so large a part of them does not exceed; NaN where there are none
 */
export function quantile(values: readonly number[], part: number): number;
