import { createProgress } from '../terminal/progress.mjs';

/**
 * Jest reporter for the fault matrix and the attacks: shows one line per row, first in progress and then with
 * its result, and at the end the failures. With `FC_ROWS_LIST`, it also lists the skipped rows.
 */
export default class RowReporter {
  #progress = createProgress();
  #failures = [];
  #finish = () => {};

  onTestCaseStart(_test, { title }) {
    const outcome = new Promise((resolve) => {
      this.#finish = resolve;
    });
    const describe = ({ status }) => (status === 'passed' ? '' : 'guarantees were broken');
    void this.#progress.step(
      rowNameIn(title),
      () => outcome,
      describe,
      ({ status }) => status === 'passed',
    );
  }

  onTestCaseResult(_test, result) {
    this.#finish(result);
    if (result.status === 'failed') this.#failures.push(result);
  }

  onTestResult(_test, { testResults, testExecError }) {
    if (testExecError) this.#progress.print(String(testExecError.stack ?? testExecError.message));
    const isListed = ({ title }) =>
      process.env['FC_ROWS_LIST'] !== undefined || title.includes('(not tried: ');
    for (const { title } of testResults.filter(({ status }) => status === 'pending').filter(isListed))
      this.#progress.print(`  - ${title}`);
  }

  onRunComplete() {
    for (const { title, failureMessages } of this.#failures)
      this.#progress.print(`\n${rowNameIn(title)}\n${failureMessages.join('\n')}`);
  }
}

function rowNameIn(title) {
  return title.split(':')[0];
}
