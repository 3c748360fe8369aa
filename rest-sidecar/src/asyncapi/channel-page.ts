import { createHash } from 'node:crypto';
import type { HeaderFields } from '../../../node/http/header-fields.ts';
import { COMMON_HEADERS } from '../../../node/http/header-fields.ts';
import type { AsyncApiDocument } from './async-api-document.ts';

/** The path of the page that describes the channel. */
export const CHANNEL_PAGE = '/docs/channel';

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
pre{overflow-x:auto;padding:.8rem;background:#f3f3f3}a{color:#0b57a4}h2{margin-top:2.5rem}
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}pre{background:#262626}a{color:#8ab8ff}}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Headers of the page. It has one inline style sheet, and no scripts. */
export const CHANNEL_PAGE_HEADERS: HeaderFields = {
  ...COMMON_HEADERS,
  'Content-Security-Policy':
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; ` +
    `frame-ancestors 'none'`,
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Renders the document as an HTML page without scripts: each packet with an example and its schema. */
export function renderChannelPage({ info, channels, components }: AsyncApiDocument): string {
  const messages = Object.entries(components.messages).map(
    ([key, { name, summary, payload, examples }]) =>
      `<h2 id="${escapeHtml(key)}">${escapeHtml(name)}</h2>${toParagraphs(summary)}` +
      examples.map((example) => toCode(example.payload)).join('') +
      `<details><summary>JSON Schema</summary>${toCode(payload)}</details>`,
  );
  const addresses = Object.values(channels).map(({ address }) => `<code>${escapeHtml(address)}</code>`);
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${escapeHtml(info.title)}</title><style>${STYLE}</style></head><body><main>` +
    `<h1>${escapeHtml(info.title)}, version ${escapeHtml(info.version)}</h1>` +
    `<p>Channel: ${addresses.join(', ')}. For tools: <a href="../asyncapi.json">asyncapi.json</a>.</p>` +
    `${toParagraphs(info.description)}${messages.join('')}</main></body></html>`
  );
}

function toCode(value: unknown): string {
  return `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
}

/** Renders the subset of Markdown that the texts use: paragraphs, lists and code. */
function toParagraphs(text: string): string {
  const inline = (line: string): string => escapeHtml(line).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
  return text
    .split('\n\n')
    .map((part) =>
      part.startsWith('- ')
        ? `<ul>${part
            .split('\n')
            .map((line) => `<li>${inline(line.slice(2))}</li>`)
            .join('')}</ul>`
        : `<p>${inline(part)}</p>`,
    )
    .join('');
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
