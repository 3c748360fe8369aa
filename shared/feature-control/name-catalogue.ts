/**
 * The names that mods have recently sent in requests, as suggestions for people who type names. Bounded, and
 * without any record of which player sent them.
 */
export interface NameCatalogue {
  /** Records the names of a request. Cheap, and never blocks. */
  record(client: string, features: readonly string[]): void;

  /** Newest first. Rejects if they cannot be read. */
  clients(): Promise<readonly string[]>;
  features(): Promise<readonly string[]>;
}
