/** Types for the tests, which are TypeScript; for the documentation see java-and-gradle.mjs. */
export interface JavaTools {
  gradle: { path: string; version: number[] } | undefined;
  jdk: { home: string; major: number } | undefined;
  newest: { home: string; major: number } | undefined;
}
export function findJavaTools(): JavaTools;
export function javaEnvironment(tools: JavaTools): Record<string, string>;
