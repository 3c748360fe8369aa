/**
 * Opens the console in a new tab, already signed in.
 * @param {import('./console-programs.mjs').ConsolePrograms} programs
 * @param {string} route such as `#/lists/global`
 * @returns {Promise<import('playwright-core').Page>}
 */
export async function openSignedIn(programs, route) {
  const token = await programs.issueToken('Ada');
  const page = await programs.browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  await page.addInitScript(`sessionStorage.setItem('feature-control.token', '${token}')`);
  await page.goto(programs.url + route);
  await page.locator('[data-state=live]').waitFor();
  return page;
}
