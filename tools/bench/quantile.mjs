/**
 * @param {number[]} values at least one
 * @param {number} part 0 to 1, such as 0.5 for the median
 * @returns {number} the smallest of the values that so large a part of them does not exceed
 */
export function quantile(values, part) {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? NaN;
}
