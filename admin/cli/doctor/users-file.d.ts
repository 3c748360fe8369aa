/** The file of Redis users, which is bundled as text. */
declare module '*.acl' {
  const text: string;
  export default text;
}
