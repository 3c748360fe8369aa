import { createClient, poll } from 'feature-control-client';
import type { VotingsOfServer } from 'feature-control-client';
import { useEffect, useState } from 'react';

// Created once, outside the component, because the client caches responses with their ETags.
const client = createClient('http://localhost:8080');

export interface VotingsState {
  /** Undefined until the first response. While `error` is set, the last known votings. */
  readonly votings?: VotingsOfServer | undefined;
  readonly error?: string | undefined;
}

/** The active votings of a server, updated while the component is mounted and its page is visible. */
export function useVotings(server: string): VotingsState {
  const [state, setState] = useState<VotingsState>({});
  useEffect(() => {
    const stop = new AbortController();
    void poll((options) => client.getVotings({ server }, options), {
      signal: stop.signal,
      onData: (votings) => setState({ votings }),
      onError: ({ error }) => setState(({ votings }) => ({ votings, error })),
    });
    return () => {
      stop.abort();
      setState({});
    };
  }, [server]);
  return state;
}

export function Votings({ server }: { readonly server: string }) {
  const { votings, error } = useVotings(server);
  return (
    <section>
      <p role="status">{error ?? (votings === undefined ? 'Loading …' : `${votings.length} active`)}</p>
      {votings?.map(({ id, title, candidates }) => (
        <p key={id}>
          {title} {candidates.map(({ name, votes }) => `${name}: ${votes}`).join(', ')}
        </p>
      ))}
    </section>
  );
}
