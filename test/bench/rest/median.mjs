/** @param {number[]} values at least one @returns {number} */
export function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
