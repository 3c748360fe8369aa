/** The members of the JDK that the script calls. Callbacks run on the thread that the executor chooses. */

export interface Executor {
  execute(task: () => void): void;
}

export interface Throwable {
  getMessage(): string | null;
  getCause(): Throwable | null;
  toString(): string;
}

export interface CompletionStage<T> {
  /** `error` is null where there is a value. */
  whenCompleteAsync(action: (value: T, error: Throwable | null) => void, executor: Executor): unknown;
}

/** One that somebody waits for. */
export interface CompletableFuture<T> {
  complete(value: T): boolean;
}

export interface Predicate<T> {
  or(other: Predicate<T>): Predicate<T>;
}

export interface JavaList<T> {
  size(): number;
  get(index: number): T;
}

export interface JavaMap<K, V> {
  entrySet(): { toArray(): ArrayLike<{ getKey(): K; getValue(): V }> };
}

export interface JavaSet<T> {
  size(): number;
  contains(element: T): boolean;
  addAll(elements: JavaList<T>): boolean;
}

/** Opaque: made to be handed on. */
export interface Duration {
  toMillis(): number;
}

export interface JdkClasses {
  readonly 'java.time.Duration': { ofMillis(milliseconds: number): Duration };
  readonly 'java.util.HashSet': new <T>() => JavaSet<T>;
}
