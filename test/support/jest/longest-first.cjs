const { default: Sequencer } = require('@jest/test-sequencer');

/** The suites that take longest, and then those that start several programs. */
const FIRST = [
  /jar\/(?:redis-ports|one-proxy|simulated-mods)|faults\/matrix|e2e\/start|node\/redis|server\/(?:direct|metrics)/,
  /test\/(?:jar|faults|attack|admin\/console|docs-web-examples|tools|rest-sidecar\/(?:[^/]+|routes\/api-page)\.test)/,
];

/**
 * Starts the longest suites first, so that no core is left with a long one at the end. On a new clone Jest
 * itself only knows the file sizes.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rankOf = ({ path }) => FIRST.findIndex((pattern) => pattern.test(path)) >>> 0;
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
};
