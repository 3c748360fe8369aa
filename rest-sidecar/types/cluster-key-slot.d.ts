/** The package comes without types. */
declare module 'cluster-key-slot' {
  /** The slot of a key in a cluster, 0 to 16383. */
  const keySlot: (key: string) => number;
  export { keySlot as default };
}
