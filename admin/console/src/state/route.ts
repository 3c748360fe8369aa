import { useLayoutEffect, useState } from 'preact/hooks';

/** Returns the URL's fragment: `#/page/parameter?filter=value`. */
function useFragment(): string {
  const [fragment, setFragment] = useState(location.hash);
  // Other effects begin after the page is painted, and miss a change until then.
  useLayoutEffect(() => {
    const read = (): void => {
      setFragment(location.hash);
    };
    addEventListener('hashchange', read);
    return () => {
      removeEventListener('hashchange', read);
    };
  }, []);
  return fragment;
}

/** Returns the decoded path segments of the fragment: the page's name, and then its parameters. */
export function useRoute(): readonly string[] {
  const [path = ''] = useFragment().split('?', 1);
  return path.replace(/^#\/?/, '').split('/').map(decode);
}

export function routeTo(...parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

export type Filters = ReturnType<typeof useFilters>;

/** The filters of a page. They are part of its address, so that a reload or a link keeps them. */
export function useFilters() {
  const [path = '', search] = useFragment().split('?');
  const query = new URLSearchParams(search);
  /** Returns the value of a filter; empty if it is not set. */
  const get = (name: string): string => query.get(name) ?? '';
  /** The link to the same page with one more filter. */
  const linkWith = (name: string, value: string): string => {
    const changed = new URLSearchParams(query);
    // With other filters, the history begins with its newest page.
    changed.delete('before');
    if (value === '') changed.delete(name);
    else changed.set(name, value);
    return `${path === '' ? '#/' : path}?${changed.toString()}`;
  };
  const set = (name: string, value: string): void => {
    history.replaceState(null, '', linkWith(name, value));
    dispatchEvent(new Event('hashchange'));
  };
  /** Returns a function that says whether a text contains the value of a filter, case-insensitively. */
  const finder = (name: string): ((text: string) => boolean) => {
    const searched = get(name).trim().toLowerCase();
    return (text) => text.toLowerCase().includes(searched);
  };
  return { query, get, set, linkWith, finder };
}
