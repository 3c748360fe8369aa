import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Session } from '../../../../shared/rest/console.ts';
import { t } from '../texts/translate.ts';
import { Api } from './api.ts';
import { describeFailure } from './formats.ts';
import { Store } from './store.ts';

const TOKEN = 'feature-control.token';

/** The session of this tab. It ends when the user signs out, or when the token is no longer valid. */
export interface TabSession {
  /** Undefined while nobody is signed in. */
  readonly store: Store | undefined;
  /** Why the user is not signed in; empty if there is nothing to say. */
  readonly notice: string;
  /** Whether the session from before a reload of the tab is being resumed. */
  readonly isResuming: boolean;
  readonly signIn: (token: string) => Promise<void>;
  readonly signOut: () => void;
}

export function useSession(): TabSession {
  const [store, setStore] = useState<Store>();
  const [notice, setNotice] = useState('');
  const [isResuming, setResuming] = useState(true);
  const end = (notice: string): void => {
    sessionStorage.removeItem(TOKEN);
    setStore(undefined);
    setNotice(notice);
  };
  /** @param token undefined for the session of the printed link */
  const signIn = async (token: string | undefined): Promise<void> => {
    const api = new Api(token);
    const answer = await api.request<Session>('v1/session');
    if (answer.ok) {
      if (token !== undefined) sessionStorage.setItem(TOKEN, token);
      setNotice('');
      setStore(new Store(api, answer.body));
    } else if (token !== undefined) setNotice(describeFailure(answer.failure));
    setResuming(false);
  };
  useEffect(() => {
    void signIn(sessionStorage.getItem(TOKEN) ?? undefined);
  }, []);
  // The store that is replaced must not end the next session.
  useLayoutEffect(() => {
    store?.start(() => {
      end(t('signIn.ended'));
    });
    return () => store?.stop();
  }, [store]);
  const signOut = (): void => {
    // Ends the session of the printed link.
    void store?.request('v1/session', { method: 'DELETE' });
    end('');
  };
  return { store, notice, isResuming, signIn, signOut };
}
