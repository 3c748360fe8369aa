import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { translator } from '../texts/translate.ts';
import type { Language, Translate } from '../texts/translate.ts';
import type { NodeView, PolledBodies } from './shapes.ts';
import type { Phrase } from './phrase.ts';
import type { Store } from './store.ts';
import { Throttled } from './throttled.ts';

export interface Toast {
  readonly phrase: Phrase;
  /** The change that can be undone. */
  readonly undoId?: string | undefined;
}

export interface AppContext {
  readonly t: Translate;
  readonly language: Language;
  readonly toast: (toast: Toast) => void;
}

export const Context = createContext<AppContext>({
  t: translator('en'),
  language: 'en',
  toast: () => undefined,
});
export const StoreContext = createContext<Store | undefined>(undefined);

export function useApp(): AppContext {
  return useContext(Context);
}

/** The store of who is signed in; the component is rendered again whenever it changes. */
export function useStore(): Store {
  const store = useContext(StoreContext);
  const [, setTick] = useState(0);
  useEffect(
    () =>
      store?.listen(() => {
        setTick((tick) => tick + 1);
      }),
    [store],
  );
  if (store === undefined) throw new Error('Nobody is signed in');
  return store;
}

/** The time by the sidecar's clock; the component is rendered again every so many milliseconds. */
export function useNow(everyMs: number): number {
  const store = useStore();
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      setTick((tick) => tick + 1);
    }, everyMs);
    return () => {
      clearInterval(timer);
    };
  }, [everyMs]);
  return store.now();
}

/**
 * Proxies and sidecars, kept up to date while a component shows them.
 * @returns none until they are loaded
 */
export function useNodes(isShown = true): readonly NodeView[] {
  const store = useStore();
  useEffect(() => {
    if (!isShown) return undefined;
    store.showNodes();
    return () => {
      store.hideNodes();
    };
  }, [store, isShown]);
  return [...(store.nodes?.values() ?? [])];
}

/**
 * Lets a component load something at most once in an interval, and not while the page is hidden.
 * @param everyMs in milliseconds
 * @returns requests a run, of the function as it was rendered last
 */
export function useThrottled(run: () => Promise<void>, everyMs: number): () => void {
  const latest = useRef(run);
  latest.current = run;
  const throttled = useMemo(() => new Throttled(() => latest.current(), everyMs), [everyMs]);
  useEffect(() => throttled.stop, [throttled]);
  return throttled.request;
}

/**
 * What the sidecar answers at a path, asked again every so many milliseconds while the page is shown.
 * @returns the last answer that was no failure; undefined before there is one
 */
export function usePolled<Path extends keyof PolledBodies>(
  path: Path,
  everyMs: number,
): PolledBodies[Path] | undefined {
  const store = useStore();
  const [body, setBody] = useState<PolledBodies[Path]>();
  const request = useThrottled(async () => {
    const answer = await store.ask<PolledBodies[Path]>(path);
    if (answer.ok) setBody(answer.body);
    request();
  }, everyMs);
  useEffect(request, [request]);
  return body;
}

/** What follows `#` in the address, decoded: the page that is shown and what it is about. */
export function useRoute(): readonly string[] {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const read = (): void => {
      setHash(location.hash);
    };
    addEventListener('hashchange', read);
    return () => {
      removeEventListener('hashchange', read);
    };
  }, []);
  return hash.replace(/^#\/?/, '').split('/').map(decode);
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
