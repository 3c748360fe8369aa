import { randomUUID } from 'node:crypto';

/** The mod's identifier in the requests of the bench. */
export const CLIENT = 'bench-mod';
/** The blocked features: a request of `twentyFeatures` contains one of each list. */
export const GLOBAL = Array.from({ length: 500 }, (_, index) => `global-${index}`);
export const PERSONAL = Array.from({ length: 50 }, (_, index) => `personal-${index}`);

const MAX_PACKET_BYTES = 32_767;

/** @returns {string} a request with 20 features */
export function twentyFeatures() {
  const features = Array.from({ length: 18 }, (_, index) => `feature-${index}-${randomUUID().slice(0, 4)}`);
  return requestFor([...features, 'global-7', 'personal-7']);
}

/** The packets of a hostile player, by kind. */
export const HOSTILE = {
  valid: twentyFeatures(),
  invalid: '{"id":"1","method":"checkFeatures","payload":{"client":7}}',
  huge: requestFor([`${'f'.repeat(250)}`])
    .replace('"f', `${'"many",'.repeat(4600)}"f`)
    .slice(0, MAX_PACKET_BYTES),
  nested: '['.repeat(30_000),
};

/** @param {string[]} features */
export function requestFor(features, client = CLIENT) {
  return JSON.stringify({ id: randomUUID(), method: 'checkFeatures', payload: { client, features } });
}
