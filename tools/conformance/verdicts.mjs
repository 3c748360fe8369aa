import { NOT_SEEN } from './not-seen.mjs';

/**
 * What is known about one rule.
 * @typedef {{ id: string, text: string, outcome: 'passed' | 'failed' | 'not judged', details: string[] }}
 * Verdict
 */

/** Too many details about one rule help nobody. */
const MOST_DETAILS = 5;

/** Collects what was seen, rule by rule. One failure is enough for a rule to have failed. */
export class Verdicts {
  #passed = new Set();
  #failed = new Map();
  #skipped = new Map();

  /** @param {...string} ids of rules that were held once */
  pass(...ids) {
    for (const id of ids) this.#passed.add(id);
  }

  /** @param {string} detail what was wrong @param {...string} ids of rules that it breaks */
  fail(detail, ...ids) {
    for (const id of ids) this.#failed.set(id, [...(this.#failed.get(id) ?? []), detail]);
  }

  /** @param {string} reason why nothing can be said @param {...string} ids */
  skip(reason, ...ids) {
    for (const id of ids) this.#skipped.set(id, reason);
  }

  /** Passes the rules, or fails them. @param {boolean} isHeld @param {string} detail where it is not */
  judge(isHeld, detail, ...ids) {
    if (isHeld) this.pass(...ids);
    else this.fail(detail, ...ids);
  }

  /** @param {import('./rules.mjs').Rule[]} rules @returns {Verdict[]} one for each, in their order */
  toList(rules) {
    return rules.map(({ id, text }) => ({ id, text, ...this.#verdictOf(id) }));
  }

  #verdictOf(id) {
    const problems = this.#failed.get(id);
    if (problems !== undefined)
      return { outcome: 'failed', details: [...new Set(problems)].slice(0, MOST_DETAILS) };
    if (this.#passed.has(id)) return { outcome: 'passed', details: [] };
    const reason = this.#skipped.get(id) ?? NOT_SEEN[id] ?? 'did not occur';
    return { outcome: 'not judged', details: [reason] };
  }
}
