import { expect, it } from '@jest/globals';
import { readAdminServerConfig } from '../../../../admin/server/config.ts';
import { InvalidSetting, Variables } from '../../../../node/variables.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const HOOK = 'https://panel.example/hook';

it.each([
  [{ WEBHOOK_URL: 'panel.example' }, 'WEBHOOK_URL must be an http or https URL without a user'],
  [{ WEBHOOK_URL: 'ftp://panel.example' }, 'WEBHOOK_URL must be'],
  [{ WEBHOOK_URL: 'https://me:secret@panel.example' }, 'WEBHOOK_URL must be'],
  [{ WEBHOOK_URL: HOOK }, 'WEBHOOK_SECRET must be set for WEBHOOK_URL: the output of: echo "whsec_$('],
  [{ WEBHOOK_URL: HOOK, WEBHOOK_SECRET: 'secret' }, 'WEBHOOK_SECRET must be the output of: echo'],
  [{ WEBHOOK_URL: HOOK, WEBHOOK_SECRET: 'whsec_c2hvcnQ=' }, 'WEBHOOK_SECRET must be the output of'],
  [{ WEBHOOK_FORMAT: 'slack' }, 'WEBHOOK_FORMAT must be one of: json, discord'],
])('%j is refused, without a secret in the message', (environment, problem) => {
  const read = () => readAdminServerConfig(new Variables(environment));
  expect(read).toThrow(InvalidSetting);
  expect(read).toThrow(problem);
  expect(read).not.toThrow(/secret/);
});

it.each([
  ['https://discord.com/api/webhooks/1/x', 'discord'],
  ['https://ptb.discord.com/api/webhooks/1/x', 'discord'],
  ['https://discordapp.com/api/webhooks/1/x', 'discord'],
  ['https://evil-discord.com/api/webhooks/1/x', 'json'],
  ['https://panel.example/discord.com/', 'json'],
])('the URL %s has the format %s, unless it is set', (WEBHOOK_URL, format) => {
  const read = (settings: Record<string, string>) =>
    readAdminServerConfig(new Variables({ WEBHOOK_URL, WEBHOOK_SECRET: SECRET, ...settings })).webhook
      ?.format;
  expect(read({})).toBe(format);
  expect(read({ WEBHOOK_FORMAT: 'json' })).toBe('json');
});

it('there is no webhook by default', () => {
  expect(readAdminServerConfig(new Variables({})).webhook).toBeUndefined();
});
