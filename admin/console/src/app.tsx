import { SignIn } from './pages/sign-in.tsx';
import { ToastBar } from './parts/toast-bar.tsx';
import { Header, Pages } from './shell.tsx';
import { StoreContext } from './state/store.ts';
import { useSession } from './state/use-session.ts';

/** The root component: the sign-in form, or the pages that the token's scopes permit. */
export function App() {
  const { store, notice, isResuming, signIn, signOut } = useSession();
  if (store !== undefined)
    return (
      <StoreContext.Provider value={store}>
        <Pages signOut={signOut} />
        <ToastBar />
      </StoreContext.Provider>
    );
  return (
    <>
      <Header />
      {!isResuming && <SignIn notice={notice} signIn={signIn} />}
    </>
  );
}
