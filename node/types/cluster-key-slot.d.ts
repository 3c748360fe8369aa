declare module 'cluster-key-slot' {
  /** Returns the slot of a key in a cluster, 0 to 16383. */
  export default function calculateSlot(key: string): number;
}
