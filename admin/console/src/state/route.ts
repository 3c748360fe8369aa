import { useEffect, useState } from 'preact/hooks';

/** Returns the URL's fragment: `#/page/parameter?filter=value`. */
function useFragment(): string {
  const [fragment, setFragment] = useState(location.hash);
  useEffect(() => {
    const read = (): void => {
      setFragment(location.hash);
    };
    addEventListener('hashchange', read);
    // The fragment may have changed between the first rendering and this effect.
    read();
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

/** The filters of a page. They are part of its address, so that a reload or a link keeps them. */
export interface Filters {
  readonly query: URLSearchParams;
  /** Returns the value of a filter; empty if it is not set. */
  get(name: string): string;
  set(name: string, value: string): void;
  /** Returns a function that says whether a text contains the value of a filter, case-insensitively. */
  search(name: string): (text: string) => boolean;
  /** The link to the same page with one more filter. */
  linkWith(name: string, value: string): string;
}

export function useFilters(): Filters {
  const [path = '', search] = useFragment().split('?');
  const query = new URLSearchParams(search);
  const get = (name: string): string => query.get(name) ?? '';
  const linkWith = (name: string, value: string): string => {
    const changed = new URLSearchParams(query);
    // With other filters, the history begins with its newest page.
    changed.delete('before');
    if (value === '') changed.delete(name);
    else changed.set(name, value);
    return `${path === '' ? '#/' : path}?${changed.toString()}`;
  };
  return {
    query,
    get,
    set: (name, value) => {
      history.replaceState(null, '', linkWith(name, value));
      dispatchEvent(new Event('hashchange'));
    },
    search: (name) => {
      const searched = get(name).trim().toLowerCase();
      return (text) => text.toLowerCase().includes(searched);
    },
    linkWith,
  };
}
