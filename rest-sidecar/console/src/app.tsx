import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { Shell } from './parts/shell.tsx';
import { ToastBar } from './parts/toast-bar.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { Api } from './state/api.ts';
import { Context, StoreContext } from './state/context.ts';
import type { Toast } from './state/context.ts';
import { formatTime } from './state/formats.ts';
import type { Session } from './state/shapes.ts';
import { Store } from './state/store.ts';
import { chooseLanguage, translator } from './texts/translate.ts';
import type { Language } from './texts/translate.ts';

const TOKEN = 'feature-control.token';
const LANGUAGE = 'feature-control.language';

/** The root component: the sign-in form, or the pages that the token's scopes permit. */
export function App() {
  const [language, setLanguage] = useState<Language>(() =>
    chooseLanguage([localStorage.getItem(LANGUAGE) ?? '', ...navigator.languages]),
  );
  const [store, setStore] = useState<Store>();
  const [notice, setNotice] = useState('');
  const [toast, setToast] = useState<Toast>();
  const [isResuming, setResuming] = useState(sessionStorage.getItem(TOKEN) !== null);
  const t = useMemo(() => translator(language), [language]);

  const signOut = (notice: string): void => {
    sessionStorage.removeItem(TOKEN);
    store?.stop();
    setStore(undefined);
    setNotice(notice);
  };
  const signIn = (token: string, session: Session): void => {
    sessionStorage.setItem(TOKEN, token);
    const next = new Store(new Api(token), session);
    next.start();
    setNotice('');
    setStore(next);
  };

  // Stays signed in when the tab is reloaded.
  useEffect(() => {
    const token = sessionStorage.getItem(TOKEN);
    if (token === null) return;
    void new Api(token).request<Session>('v1/session').then((answer) => {
      if (answer.ok) signIn(token, answer.body);
      else if (answer.failure.status === 401) signOut(t('signIn.ended'));
      setResuming(false);
    });
  }, []);

  useEffect(() => {
    if (store === undefined) return undefined;
    const { expiresAt = Infinity } = store.session;
    const expire = (): void => {
      signOut(t('signIn.expired', { time: formatTime(expiresAt, language) }));
    };
    store.api.onUnauthorized = () => {
      if (store.now() >= expiresAt) expire();
      else signOut(t('signIn.ended'));
    };
    const timer = setInterval(() => {
      if (store.now() >= expiresAt) expire();
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [store, language]);

  // Set together with the texts, because screen readers choose their voice by it.
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const saveLanguage = (next: Language): void => {
    localStorage.setItem(LANGUAGE, next);
    setLanguage(next);
  };
  const shell = { language, chooseLanguage: saveLanguage };
  return (
    <Context.Provider value={{ t, language, toast: setToast }}>
      <StoreContext.Provider value={store}>
        {store === undefined ? (
          <Shell {...shell}>
            {isResuming ? null : <SignIn notice={notice} key={notice} onSignedIn={signIn} />}
          </Shell>
        ) : (
          <Shell
            {...shell}
            signOut={() => {
              signOut('');
            }}
          />
        )}
        {store === undefined ? null : (
          <ToastBar
            toast={toast}
            close={() => {
              setToast(undefined);
            }}
          />
        )}
      </StoreContext.Provider>
    </Context.Provider>
  );
}
