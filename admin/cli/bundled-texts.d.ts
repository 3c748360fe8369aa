/** The file of Redis users, which is bundled as text. */
declare module '*.acl' {
  const text: string;
  export default text;
}

/** A page of the documentation, which is bundled as text. */
declare module '*.md' {
  const text: string;
  export default text;
}
