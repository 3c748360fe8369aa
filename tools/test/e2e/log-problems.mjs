const OURS = /feature-control|featurecontrol/;
const PROBLEM = /\b(?:WARN|ERROR)\]|Exception|Caused by/;

/**
 * @param {string[]} log lines of a Velocity
 * @returns {string[]} warnings and errors of the plugin: there should be none, whatever players and servers
 * send
 */
export function findProblems(log) {
  return log.filter((line) => OURS.test(line) && PROBLEM.test(line));
}
