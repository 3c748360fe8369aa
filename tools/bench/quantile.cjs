/** A quantile, for the bench and the tests; documented in quantile.d.cts. */
function quantile(values, part) {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? NaN;
}

module.exports = { quantile };
