import { useEffect, useState } from 'preact/hooks';
import { Shell } from './shell.tsx';
import { ToastBar } from './parts/toast-bar.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { Context, StoreContext } from './state/context.ts';
import type { Toast } from './state/context.ts';
import { useLanguage } from './state/use-language.ts';
import { useSession } from './state/use-session.ts';

/** The root component: the sign-in form, or the pages that the token's scopes permit. */
export function App() {
  const { language, t, chooseLanguage } = useLanguage();
  const { store, notice, isResuming, signIn, signOut } = useSession({ t, language });
  const [toast, setToast] = useState<Toast>();
  // The next user must not see, or undo, an edit of this one.
  useEffect(() => {
    setToast(undefined);
  }, [store]);
  return (
    <Context.Provider value={{ t, language, toast: setToast }}>
      <StoreContext.Provider value={store}>
        {store === undefined ? (
          <Shell chooseLanguage={chooseLanguage}>
            {isResuming ? null : <SignIn notice={notice} onSignedIn={signIn} />}
          </Shell>
        ) : (
          <Shell
            chooseLanguage={chooseLanguage}
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
