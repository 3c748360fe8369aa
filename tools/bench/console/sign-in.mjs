/**
 * Opens the console in a new tab, already signed in.
 * @param {import('../../console/console-stage.mjs').ConsoleStage} stage
 * @param {string} route such as `#/lists/global`
 * @returns {Promise<import('playwright-core').Page>}
 */
export async function openSignedIn(stage, route) {
  const token = await stage.issueToken('Ada');
  const page = await stage.browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  await page.addInitScript(`sessionStorage.setItem('feature-control.token', '${token}')`);
  await page.goto(stage.url + route);
  await page.locator('[data-state=live]').waitFor();
  return page;
}
