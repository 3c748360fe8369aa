import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { OpenedLink, Session } from '../../../../shared/rest/console.ts';
import { t } from '../texts/translate.ts';
import { Api } from './api.ts';
import { describeFailure } from './formats.ts';
import { isPrintedLink, takeLinkKey } from './printed-link.ts';
import { Store } from './store.ts';
import { tabToken } from './tab-token.ts';

/** The session of this tab. It ends when the user signs out, or when the token is no longer valid. */
export function useSession() {
  const [store, setStore] = useState<Store>();
  /** Why the user is not signed in; empty if there is nothing to say. */
  const [notice, setNotice] = useState('');
  /** Whether the session from before a reload of the tab is being resumed. */
  const [isResuming, setResuming] = useState(true);
  const end = (notice: string): void => {
    tabToken.write(undefined);
    setStore(undefined);
    setNotice(notice);
  };
  /** @returns whether it has succeeded */
  const signIn = async (token: string): Promise<boolean> => {
    const api = new Api(token);
    const answer = await api.request<Session>('v1/session');
    if (answer.ok) {
      tabToken.write(token);
      setNotice('');
      setStore(new Store(api, answer.body));
    } else setNotice(describeFailure(answer));
    return answer.ok;
  };
  const resume = async (): Promise<void> => {
    const { token = tabToken.read(), problem } = await openPrintedLink();
    const isSignedIn = token !== undefined && (await signIn(token));
    if (!isSignedIn && problem !== '') setNotice(problem);
    setResuming(false);
  };
  useEffect(() => {
    void resume();
    // The link was opened in this tab, which only changes the fragment.
    const openAgain = (): void => {
      if (isPrintedLink()) location.reload();
    };
    addEventListener('hashchange', openAgain);
    return () => {
      removeEventListener('hashchange', openAgain);
    };
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
    void store?.api.request('v1/session', { method: 'DELETE' });
    end('');
  };
  return { store, notice, isResuming, signIn, signOut };
}

/**
 * Exchanges the key of the printed link for the token of its session.
 * @returns no token without a link, or with a problem: a sentence that says what to do
 */
async function openPrintedLink(): Promise<{ readonly token?: string; readonly problem: string }> {
  const key = takeLinkKey();
  if (key === undefined) return { problem: '' };
  const answer = await new Api(undefined).request<OpenedLink>('v1/link', { method: 'POST', body: { key } });
  if (answer.ok) return { token: answer.body.token, problem: '' };
  return { problem: answer.status === 403 ? t('signIn.usedLink') : describeFailure(answer) };
}
