/** The file of Redis users, which is bundled as text. */
declare module '*.acl' {
  const text: string;
  export default text;
}

/** A list of words, which is bundled as text. */
declare module '*.txt' {
  const text: string;
  export default text;
}
