/** The texts of all commands that are the same in every language: styles and punctuation. */
export const LAYOUT = {
  'style.changed': '<green><reply>',
  'style.unchanged': '<yellow><reply>',
  'style.answer': '<gray><reply>',
  'style.failed': '<red><reply>',
  'style.name': '<aqua><name>',
  'help.command': '<usage> – <summary>',
  'list.timed-feature': '<feature> <until>',
  'bridges.other': '<bridge> (<players>)',
} as const;
