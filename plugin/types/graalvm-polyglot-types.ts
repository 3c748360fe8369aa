/**
 * Declares the `Java` object of GraalJS, which gives a script access to Java classes. The declarations in
 * this folder are the only list of them: the build writes the names of the classes into the jar, and
 * `ScriptRights.java` permits no others. The npm module `@graalvm/polyglot-types` was never published, so
 * this file takes its name (`paths` in tsconfig.json).
 */
import type { BridgeClasses } from './bridge.ts';
import type { JdkClasses } from './jdk.ts';
import type { LettuceClasses } from './lettuce.ts';
import type { VelocityClasses } from './velocity.ts';

/** The static members of each class that the script looks up, by full name. */
export interface JavaClasses extends BridgeClasses, JdkClasses, LettuceClasses, VelocityClasses {}

export interface JavaInterop {
  /** @throws TypeError if the class does not exist, or the script may not access it */
  type<Name extends keyof JavaClasses>(name: Name): JavaClasses[Name];
  /** Creates a Java array of objects with these elements. */
  to(elements: readonly unknown[]): JavaArray;
  /** Copies the elements of a Java array. */
  from<T>(array: ArrayLike<T>): T[];
}

/** A Java array, only passed on by the script. */
export interface JavaArray {
  readonly length: number;
}

declare global {
  const Java: JavaInterop;
  /** GraalJS's own global. */
  const Graal: {
    /** The handler is called with the cause of each rejected promise that nothing handles. */
    setUnhandledPromiseRejectionHandler(handler: (cause: unknown) => void): void;
  };
}
