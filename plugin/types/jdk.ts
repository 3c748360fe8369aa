/** The members of the JDK that the script calls. Callbacks run on the thread that the executor chooses. */

/** `java.util.concurrent.Future` */
export interface Future {
  cancel(mayInterruptIfRunning: boolean): boolean;
}

export interface Executor {
  execute(task: () => void): void;
}

export interface Throwable {
  getMessage(): string | null;
  getCause(): Throwable | null;
  toString(): string;
}

export interface CompletionStage<T> {
  /** `error` is null on success. */
  whenCompleteAsync(action: (value: T, error: Throwable | null) => void, executor: Executor): unknown;
}

/** A future that the script completes. */
export interface CompletableFuture<T> {
  complete(value: T): boolean;
}

export interface LongAdder {
  sum(): number;
}

export interface JavaCollection<T> {
  toArray(): ArrayLike<T>;
}

export interface JavaList<T> extends JavaCollection<T> {
  get(index: number): T;
}

export interface JavaMap<K, V> {
  get(key: K): V | null;
  keySet(): JavaCollection<K>;
}

/** `java.util.Locale` */
export interface Locale {
  /** In BCP 47, such as `de-AT`. */
  toLanguageTag(): string;
}

/** `java.util.Properties` */
export interface Properties {
  /** @throws (a Java exception) for an invalid `\\u` escape; the properties before it are loaded */
  load(reader: Opaque<'Reader'>): void;
  stringPropertyNames(): JavaCollection<string>;
  getProperty(key: string): string | null;
}

export interface InetSocketAddress {
  getPort(): number;
}

export interface Optional<T> {
  isPresent(): boolean;
  orElse(other: null): T | null;
}

export interface Uuid {
  toString(): string;
}

/** A Java object without declared members, only passed from one call to the next. */
declare const opaque: unique symbol;
interface Opaque<Name extends string> {
  readonly [opaque]: Name;
}

/** Only passed from one call to the next. */
export type JavaBytes = Opaque<'byte[]'>;
export type JavaClass<T> = Opaque<'Class'> & { readonly of?: T };

export interface JdkClasses {
  readonly 'java.io.StringReader': new (text: string) => Opaque<'Reader'>;
  /** @throws (a Java exception) if the name of the machine cannot be resolved */
  readonly 'java.net.InetAddress': { getLocalHost(): { getHostName(): string } };
  readonly 'java.util.Properties': new () => Properties;
  readonly 'java.util.UUID': { fromString(text: string): Uuid };
}
