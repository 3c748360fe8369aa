import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Blocklists } from './pages/blocklists.tsx';
import { Explain } from './pages/explain.tsx';
import { History } from './pages/history.tsx';
import { Network } from './pages/network.tsx';
import { Players } from './pages/players.tsx';
import { RejectedValues } from './pages/rejected.tsx';
import { focusContent } from './parts/focus.ts';
import { LiveState, StateBanner } from './parts/live-state.tsx';
import { formatList, formatTime } from './state/formats.ts';
import { routeTo, useRoute } from './state/route.ts';
import { useStore } from './state/store.ts';
import { t } from './texts/translate.ts';

type PageComponent = FunctionComponent<{ readonly parts: readonly string[] }>;

/** The pages by the first segment of the route, each with the scope that a token needs for it. */
const PAGES = {
  lists: { scope: 'blocklists:read', page: Blocklists },
  explain: { scope: 'blocklists:read', page: Explain },
  history: { scope: 'blocklists:read', page: History },
  players: { scope: 'rate-limits:read', page: Players },
  network: { scope: 'metrics:read', page: Network },
  rejected: { scope: 'metrics:read', page: RejectedValues },
} as const satisfies Readonly<Record<string, { readonly scope: string; readonly page: PageComponent }>>;
type PageName = keyof typeof PAGES;
const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** The top of every page. @param children what only somebody who is signed in needs */
export function Header({ children }: { readonly children?: ComponentChildren }) {
  return (
    <>
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          // Moves the focus past the navigation.
          event.preventDefault();
          focusContent();
        }}
      >
        {t('app.skip')}
      </a>
      <header class="top">
        <strong class="brand">{t('app.title')}</strong>
        {children}
      </header>
    </>
  );
}

/** The page that the route names, of those that the token permits. */
export function Pages({ signOut }: { readonly signOut: () => void }) {
  const store = useStore();
  const [first = '', ...parts] = useRoute();
  const names = PAGE_NAMES.filter((name) => store.may(PAGES[name].scope));
  const current = names.find((name) => name === first) ?? names[0];
  useTitle(current, parts);
  useFocusOfPage(current);
  const Page: PageComponent | undefined = current && PAGES[current].page;
  const { name, scopes, expiresAt } = store.session;
  return (
    <>
      <Header>
        <Navigation names={names} current={current} />
        <LiveState />
        <button type="button" onClick={signOut}>
          {t('app.signOut')}
        </button>
      </Header>
      <main id="content" tabIndex={-1}>
        <StateBanner />
        {Page && <Page parts={parts} />}
        <footer class="quiet">
          {t('session.as', { name })} · {t('session.scopes', { scopes: scopes.join(', ') })}{' '}
          {expiresAt !== undefined && t('session.until', { time: formatTime(expiresAt) })}
        </footer>
      </main>
    </>
  );
}

interface NavigationProps {
  readonly names: readonly PageName[];
  readonly current: PageName | undefined;
}

function Navigation({ names, current }: NavigationProps) {
  const bar = useRef<HTMLElement>(null);
  // On a phone, the navigation is wider than the screen.
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav aria-label={t('app.pages')} ref={bar}>
      {names.map((name) => (
        <a key={name} href={routeTo(name)} aria-current={name === current ? 'page' : undefined}>
          {t(`page.${name}`)}
        </a>
      ))}
    </nav>
  );
}

/** Names the page, or the list on it, in the title of the tab and in the browser's history. */
function useTitle(page: PageName | undefined, [list = '']: readonly string[]): void {
  useEffect(() => {
    if (page === undefined) return undefined;
    const name = page === 'lists' && list !== '' ? formatList(list) : t(`page.${page}`);
    document.title = `${name} – ${t('app.title')}`;
    return () => {
      document.title = t('app.title');
    };
  }, [page, list]);
}

/** Moves the focus to each page that is opened, except the first one. */
function useFocusOfPage(page: PageName | undefined): void {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current !== page) focusContent();
    shown.current = page;
  }, [page]);
}
