const OURS = /feature-control|featurecontrol/;
/** A plugin of Lunar Client's vendor is there on purpose. */
const EXPECTED = /The bridge lunar stays off, as the plugin apollo /;
const PROBLEM = /\b(?:WARN|ERROR)\]|Exception|Caused by/;

/**
 * @param {string[]} log lines of a Velocity
 * @returns {string[]} those in which something of ours went wrong: whatever players and servers send, there
 * should be none
 */
export function findProblems(log) {
  return log.filter((line) => OURS.test(line) && PROBLEM.test(line) && !EXPECTED.test(line));
}
