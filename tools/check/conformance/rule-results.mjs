import { NOT_SEEN } from './not-seen.mjs';

/**
 * The result of one rule.
 * @typedef {{ id: string, text: string, outcome: 'passed' | 'failed' | 'not judged', details: string[] }}
 * RuleResult
 */

/** Maximum number of details per rule in a report. */
const MAX_DETAILS = 5;

/** Collects the observations on each rule. A rule with a single failure has failed. */
export class RuleResults {
  #passed = new Set();
  #failed = new Map();
  #skipped = new Map();

  /** @param {...string} ids of rules that were followed */
  pass(...ids) {
    for (const id of ids) this.#passed.add(id);
  }

  /**
   * @param {string} detail the problem
   * @param {...string} ids of rules that it breaks
   */
  fail(detail, ...ids) {
    for (const id of ids) this.#failed.set(id, [...(this.#failed.get(id) ?? []), detail]);
  }

  /**
   * @param {string} reason why the rules cannot be tested
   * @param {...string} ids
   */
  skip(reason, ...ids) {
    for (const id of ids) this.#skipped.set(id, reason);
  }

  /**
   * Passes or fails the rules.
   * @param {boolean} isMet
   * @param {string} detail the problem if not met
   */
  expect(isMet, detail, ...ids) {
    if (isMet) this.pass(...ids);
    else this.fail(detail, ...ids);
  }

  /**
   * @param {import('./rules.mjs').Rule[]} rules
   * @returns {RuleResult[]} one per rule, in their order
   */
  toList(rules) {
    return rules.map(({ id, text }) => ({ id, text, ...this.#resultOf(id) }));
  }

  #resultOf(id) {
    const problems = this.#failed.get(id);
    if (problems !== undefined)
      return { outcome: 'failed', details: [...new Set(problems)].slice(0, MAX_DETAILS) };
    if (this.#passed.has(id)) return { outcome: 'passed', details: [] };
    const reason = this.#skipped.get(id) ?? NOT_SEEN[id] ?? 'did not occur';
    return { outcome: 'not judged', details: [reason] };
  }
}
