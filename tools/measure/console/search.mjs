import { quantile } from '../quantile.mjs';
import { openSignedIn } from './sign-in.mjs';

const NAMES = 100_000;
const LIST = 'client:huge';
const TYPED = 'feature-99';
const ROUNDS = 5;

/**
 * Runs in the page: records, for each key, the time from its event to the end of the frame that shows its
 * effect.
 */
const WATCH = `{
  globalThis.keyMs = [];
  addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => globalThis.keyMs.push(performance.now() - timeStamp);
      port2.postMessage(undefined);
    });
  }, true);
}`;

/** Types into the search of a long list, and deletes the text. */
export async function measureSearch({ programs, quick }) {
  const { keys, redis } = programs;
  const names = Array.from({ length: NAMES }, (_, index) => `mod-${index % 97}.feature-${index}`);
  await redis.sadd(keys.blocklists + LIST, ...names);
  const page = await openSignedIn(programs, `#/lists/${encodeURIComponent(LIST)}`);
  try {
    await page.getByText('Blocked features: 100,000').waitFor();
    await page.getByLabel('Search in this list').focus();
    await page.evaluate(WATCH);
    const strokes = [...TYPED, ...Array.from(TYPED, () => 'Backspace')];
    for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1)
      for (const key of strokes) await press(page, key);
    const tookMs = await page.evaluate('globalThis.keyMs');
    const name = `a keystroke in a search of ${NAMES.toLocaleString('en')} names`;
    return [
      { name: `${name}, median`, value: quantile(tookMs, 0.5), unit: 'ms' },
      { name: `${name}, p99`, value: quantile(tookMs, 0.99), unit: 'ms', target: { atMost: 50 } },
    ];
  } finally {
    await page.close();
    await redis.del(keys.blocklists + LIST);
  }
}

async function press(page, key) {
  const before = await page.evaluate('globalThis.keyMs.length');
  await page.keyboard.press(key);
  await page.evaluate(`new Promise((resolve) => {
    const look = () => (globalThis.keyMs.length > ${before} ? resolve() : setTimeout(look, 5));
    look();
  })`);
}
