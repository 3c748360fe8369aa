/** What is taken for a path below the page's own. Anything else must be a whole URL. */
const PATH = /^\.{0,2}\//;

/**
 * @returns the URL without slashes at its end
 * @throws {TypeError} where it is no URL with http or https, or one with a query or a fragment
 */
export function rootOf(baseUrl: string): string {
  const base = PATH.test(baseUrl) && 'document' in globalThis ? document.baseURI : undefined;
  const { protocol, search, hash, href } = parse(baseUrl, base);
  if (!/^https?:$/.test(protocol) || search !== '' || hash !== '') throw unsuitable(baseUrl);
  return href.replace(/\/+$/, '');
}

function parse(baseUrl: string, base: string | undefined): URL {
  try {
    return new URL(baseUrl, base);
  } catch (cause) {
    throw unsuitable(baseUrl, cause);
  }
}

function unsuitable(baseUrl: string, cause?: unknown): TypeError {
  const sentence = `The service's URL must be such as https://api.example.org, and is ${JSON.stringify(baseUrl)}`;
  return new TypeError(sentence, { cause });
}
