/**
 * Returns a variable of the environment that `npm test`, `npm run test:release` or the global set-up of Jest
 * sets, such as the path of a program that they install.
 * @throws if it is not set
 */
export function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set, as npm run test:release would do`);
  return value;
}
