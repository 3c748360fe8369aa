/**
 * The npm module `@graalvm/polyglot-types` was never published, so what we use of it is declared here and
 * found under that name (`paths` in tsconfig.json): the `Java` object that GraalJS gives to a script which
 * may look up classes of its host. Which classes that are stands in `ScriptRights.java`.
 */
import type { BridgeClasses } from './bridge.ts';
import type { JdkClasses } from './jdk.ts';
import type { LettuceClasses } from './lettuce.ts';
import type { VelocityClasses } from './velocity.ts';

/** By full name, the static side of each class that is looked up. */
export interface JavaClasses extends BridgeClasses, JdkClasses, LettuceClasses, VelocityClasses {}

export interface JavaInterop {
  /** @throws TypeError where there is no such class, or the script has no right to it */
  type<Name extends keyof JavaClasses>(name: Name): JavaClasses[Name];
  /** A Java array of objects with these elements. */
  to(elements: readonly unknown[]): JavaArray;
  /** The elements of a Java array, copied. */
  from<T>(array: ArrayLike<T>): T[];
}

/** Opaque to the script: made to be handed on. */
export interface JavaArray {
  readonly length: number;
}

declare global {
  const Java: JavaInterop;
}
