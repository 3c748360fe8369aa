import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Session } from '../../../../shared/rest/console.ts';
import { Api } from './api.ts';
import type { AppContext } from './context.ts';
import { describeRefusal, formatTime } from './formats.ts';
import { Store } from './store.ts';

const TOKEN = 'feature-control.token';
/** The interval at which the tab's token is checked again while it cannot be checked, in milliseconds. */
const RETRY_MS = 2000;

type Texts = Pick<AppContext, 't' | 'language'>;

/** The two ways in which a session changes. */
interface SignInAndOut {
  /** @param token undefined for the session of the printed link */
  readonly signIn: (token: string | undefined, session: Session) => void;
  /** @param notice why the session has ended; empty if the user has ended it */
  readonly signOut: (notice: string) => void;
}

export interface TabSession extends SignInAndOut {
  /** Undefined while nobody is signed in. */
  readonly store: Store | undefined;
  /** Why the previous session has ended, or cannot be continued; empty if there was none. */
  readonly notice: string;
  /** Whether the session from before a reload of the tab is being resumed. */
  readonly isResuming: boolean;
}

/** The session of this tab. It ends when the user signs out, or when the token is no longer valid. */
export function useSession(texts: Texts): TabSession {
  const [store, setStore] = useState<Store>();
  const [notice, setNotice] = useState('');
  const signOut = (notice: string): void => {
    if (notice === '' && store?.api.isOfLink === true)
      void store.api.request('v1/session', { method: 'DELETE' });
    sessionStorage.removeItem(TOKEN);
    setStore(undefined);
    setNotice(notice);
  };
  const signIn = (token: string | undefined, session: Session): void => {
    if (token !== undefined) sessionStorage.setItem(TOKEN, token);
    const next = new Store(new Api(token), session);
    setNotice('');
    setStore(next);
  };
  // The retry and the form may both sign in. The store that is replaced must not end the next session.
  useLayoutEffect(() => {
    store?.start();
    return () => store?.stop();
  }, [store]);
  const isResuming = useResumedSession(store, { signIn, signOut, setNotice }, texts);
  useExpiry(store, signOut, texts);
  return { store, notice, isResuming, signIn, signOut };
}

interface ResumedSession extends SignInAndOut {
  readonly setNotice: (notice: string) => void;
}

/**
 * Stays signed in when the tab is reloaded, and signs in a browser that has opened the printed link. While
 * the token of the tab cannot be checked, the sign-in form says why, and the check is repeated.
 * @returns whether the first check is in progress
 */
function useResumedSession(
  store: Store | undefined,
  session: ResumedSession,
  { t, language }: Texts,
): boolean {
  const { signIn, signOut, setNotice } = session;
  const [isResuming, setResuming] = useState(true);
  // A layout effect ends before the answer to a retry can replace the session of the form.
  useLayoutEffect(() => {
    const token = sessionStorage.getItem(TOKEN) ?? undefined;
    // Without a token, the tab asks once for the session of the printed link.
    if (store !== undefined || (token === undefined && !isResuming)) return undefined;
    let timer: number | undefined;
    // The user may sign in before the token could be checked.
    let isOver = false;
    const resume = async (): Promise<void> => {
      const answer = await new Api(token).request<Session>('v1/session');
      if (isOver) return;
      setResuming(false);
      if (answer.ok) signIn(token, answer.body);
      else if (token === undefined) return;
      else if (answer.failure.status === 401) signOut(t('signIn.ended'));
      else {
        setNotice(`${describeRefusal(answer.failure, t)} ${t('signIn.kept')}`);
        timer = setTimeout(() => void resume(), RETRY_MS);
      }
    };
    void resume();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [store, language]);
  return isResuming;
}

/** Signs out when the server refuses the token: it also ends the stream of events of an expired one. */
function useExpiry(store: Store | undefined, signOut: SignInAndOut['signOut'], { t, language }: Texts): void {
  useEffect(() => {
    if (store === undefined) return;
    const { expiresAt = Infinity } = store.session;
    store.api.onUnauthorized = () => {
      if (store.now() >= expiresAt) signOut(t('signIn.expired', { time: formatTime(expiresAt, language) }));
      else signOut(t(store.api.isOfLink ? 'signIn.linkEnded' : 'signIn.ended'));
    };
  }, [store, language]);
}
