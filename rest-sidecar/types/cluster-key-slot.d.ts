/** The package has no type declarations. */
declare module 'cluster-key-slot' {
  /** Returns the cluster slot of a key, 0 to 16383. */
  const keySlot: (key: string) => number;
  export { keySlot as default };
}
