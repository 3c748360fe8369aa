/**
 * Returns the notes of a release: its section of the changelog, or while it has none that of what is
 * unreleased, and what it was built with. Links to pages of the repository become plain text, as the notes
 * are read elsewhere.
 * @param {string} changelog text of CHANGELOG.md
 * @param {{ version: string, commit: string, tools: string }} build `tools`: the programs with their versions
 */
export function toReleaseNotes(changelog, { version, commit, tools }) {
  const sections = changelog.split(/^## /m);
  const find = (heading) => sections.find((section) => section.startsWith(`[${heading}]`));
  const section = find(version) ?? find('Unreleased');
  const text = section.slice(section.indexOf('\n')).trim();
  return `${text.replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1')}

Built from commit ${commit} with ${tools}. With the same versions, \`npm run release\` writes the same bytes.
`;
}
