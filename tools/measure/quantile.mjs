/**
 * @param {readonly number[]} values
 * @param {number} part 0 to 1, such as 0.5 for the median
 * @returns {number} the smallest value that is at least as large as that part of the values; NaN if there are
 * none
 */
export function quantile(values, part) {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? NaN;
}
