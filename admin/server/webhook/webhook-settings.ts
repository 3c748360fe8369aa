import { InvalidSetting } from '../../../node/variables.ts';
import type { Variables } from '../../../node/variables.ts';

/** Where changes are sent, and how. */
export interface WebhookSettings {
  readonly url: string;
  readonly format: 'json' | 'discord';
  /** The key of the signature. Discord does not check one. */
  readonly key: Buffer | undefined;
}

/** As of Standard Webhooks: 24 to 64 bytes. */
const WEBHOOK_SECRET = /^(?:whsec_[A-Za-z0-9+/]{32,86}={0,2})?$/;

/** Reads the settings from the environment. @returns undefined for none @throws {InvalidSetting} */
export function readWebhook(variables: Variables): WebhookSettings | undefined {
  const url = variables.read('WEBHOOK_URL', '');
  const isValid = url === '' || isWebhookUrl(url);
  const isDiscord = isValid && /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\//.test(url);
  const format = variables.oneOf('WEBHOOK_FORMAT', ['json', 'discord'], isDiscord ? 'discord' : 'json');
  const meaning = 'the output of: echo "whsec_$(openssl rand -base64 32)"';
  const secret = variables.text('WEBHOOK_SECRET', '', WEBHOOK_SECRET, meaning);
  if (!isValid) throw new InvalidSetting('WEBHOOK_URL must be an http or https URL without a user');
  if (url === '') return undefined;
  if (format === 'discord') return { url, format, key: undefined };
  if (secret === '') throw new InvalidSetting(`WEBHOOK_SECRET must be set for WEBHOOK_URL: ${meaning}`);
  return { url, format, key: Buffer.from(secret.slice('whsec_'.length), 'base64') };
}

function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username + password === '';
}
