import { randomUUID } from 'node:crypto';

/** The mod that asks in the bench. */
export const CLIENT = 'bench-mod';
/** What is blocked: a request of `twentyFeatures` names one of each. */
export const GLOBAL = Array.from({ length: 500 }, (_, index) => `global-${index}`);
export const PERSONAL = Array.from({ length: 50 }, (_, index) => `personal-${index}`);

const LARGEST_PACKET = 32_767;

/** @returns {string} a request about 20 features */
export function twentyFeatures() {
  const features = Array.from({ length: 18 }, (_, index) => `feature-${index}-${randomUUID().slice(0, 4)}`);
  return requestFor([...features, 'global-7', 'personal-7']);
}

/** What one player may throw at the proxy, by what it is. */
export const HOSTILE = {
  valid: twentyFeatures(),
  invalid: '{"id":"1","method":"checkFeatures","payload":{"client":7}}',
  huge: requestFor([`${'f'.repeat(250)}`])
    .replace('"f', `${'"many",'.repeat(4600)}"f`)
    .slice(0, LARGEST_PACKET),
  nested: '['.repeat(30_000),
};

/** @param {string[]} features */
export function requestFor(features, client = CLIENT) {
  return JSON.stringify({ id: randomUUID(), method: 'checkFeatures', payload: { client, features } });
}
