/**
 * The names that mods have asked about recently, for those who type names: bounded, and without a trace of
 * who asked.
 */
export interface NameCatalogue {
  /** Takes down what a request asked about. Costs next to nothing, and returns at once. */
  note(client: string, features: readonly string[]): void;

  /** The latest first. Rejects where they cannot be read. */
  clients(): Promise<readonly string[]>;
  features(): Promise<readonly string[]>;
}
