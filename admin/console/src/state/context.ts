import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { NodeView } from '../../../../shared/rest/console.ts';
import { translator } from '../texts/translate.ts';
import type { Language, Translate } from '../texts/translate.ts';
import { describeFailure } from './formats.ts';
import type { ListModel } from './list-model.ts';
import type { PolledBodies } from './api-types.ts';
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

/** Returns the store of the signed-in user, and renders the component again whenever the store changes. */
export function useStore(): Store {
  const store = useContext(StoreContext);
  const [, setTick] = useState(0);
  useEffect(
    () =>
      store?.subscribe(() => {
        setTick((tick) => tick + 1);
      }),
    [store],
  );
  if (store === undefined) throw new Error('Nobody is signed in');
  return store;
}

/** Returns the time of Redis's clock. Renders the component again at an interval in milliseconds. */
export function useNow(intervalMs: number): number {
  const store = useStore();
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      setTick((tick) => tick + 1);
    }, intervalMs);
    return () => {
      clearInterval(timer);
    };
  }, [intervalMs]);
  return store.now();
}

/**
 * Returns the running programs, which are kept up to date while a component shows them.
 * @returns an empty array until they are loaded
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

/** Data that a page loads. */
export interface Loaded<Body> {
  /** The last one that could be loaded; undefined until there is one. */
  readonly body: Body | undefined;
  /** Why the last request has failed; undefined if it has not. */
  readonly problem: Phrase | undefined;
}

/** Loads the contents of a list, which are kept up to date while a component shows them. */
export function useOpenList(list: string): Loaded<ListModel> {
  const store = useStore();
  useEffect(() => {
    store.openList(list);
    return () => {
      store.closeList(list);
    };
  }, [store, list]);
  const failure = store.failureOf(list);
  return { body: store.model(list), problem: failure && describeFailure(failure) };
}

/**
 * Throttles a function that loads data: it runs at most once per interval, never while the page is hidden.
 * @param run the function; each run calls the one of the last rendering
 * @param intervalMs in milliseconds
 * @returns a function that requests a run
 */
export function useThrottled(run: () => Promise<void>, intervalMs: number): () => void {
  const latest = useRef(run);
  latest.current = run;
  const throttled = useMemo(() => new Throttled(() => latest.current(), intervalMs), [intervalMs]);
  useEffect(() => throttled.stop, [throttled]);
  return throttled.request;
}

/**
 * Polls a path at an interval, while the page is visible.
 * @param path undefined to pause
 * @param intervalMs in milliseconds
 */
export function usePolled<Path extends keyof PolledBodies>(
  path: Path | undefined,
  intervalMs: number,
): Loaded<PolledBodies[Path]> {
  const store = useStore();
  const [loaded, setLoaded] = useState<Loaded<PolledBodies[Path]> & { readonly path?: Path }>(NOTHING);
  const request = useThrottled(async () => {
    if (path === undefined) return;
    const answer = await store.request<PolledBodies[Path]>(path);
    setLoaded((known) =>
      answer.ok
        ? { path, body: answer.body, problem: undefined }
        : {
            path,
            body: known.path === path ? known.body : undefined,
            problem: describeFailure(answer.failure),
          },
    );
    request();
  }, intervalMs);
  useEffect(request, [request, path]);
  return loaded.path === path ? loaded : NOTHING;
}

const NOTHING = { body: undefined, problem: undefined };

/** Returns the decoded path segments of the URL's fragment: the page's name, and then its parameters. */
export function useRoute(): readonly string[] {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const read = (): void => {
      setHash(location.hash);
    };
    addEventListener('hashchange', read);
    // The fragment may have changed between the first rendering and this effect.
    read();
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
