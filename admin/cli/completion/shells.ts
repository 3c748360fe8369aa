import type { Candidate } from './candidates.ts';

/** The hidden command that the scripts call. Its first argument is the shell. */
export const COMPLETE = '__complete';

/** How a shell and this program exchange words and candidates. */
interface Shell {
  /** The script that a user adds to the shell's settings. If nothing fits, it completes names of files. */
  readonly script: string;
  /** Returns the words after the name of the program, up to the cursor, from what the script passes. */
  readonly wordsOf: (args: readonly string[]) => readonly string[];
  /** Returns the lines that the script reads for a candidate; undefined if it cannot be offered. */
  readonly format: (candidate: Candidate, args: readonly string[]) => string | undefined;
}

/**
 * bash splits words at COMP_WORDBREAKS, which contains `:` and `=`, and replaces only the last piece. The
 * script therefore passes the whole line, which this program splits as bash does, and that piece.
 */
const BASH: Shell = {
  script: `# Completion of feature-control for bash: source <(feature-control completion bash)
_feature_control() {
  local candidate
  COMPREPLY=()
  while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done \\
    < <("$1" ${COMPLETE} bash -- "\${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
}
complete -o default -F _feature_control feature-control`,
  wordsOf: ([line = '']) => splitWords(line).slice(1),
  format: ({ word }, [line = '', piece = '']) => {
    const typed = splitWords(line).at(-1) ?? '';
    const isQuoted = /["']/.test(line.at(-1 - piece.length) ?? '');
    if (!isQuoted) return escapeForBash(word.slice(typed.length - unquote(piece).length));
    // Within quotes, each character stands for itself.
    return /["'$`\\!]/.test(word) ? undefined : word.slice(typed.length - piece.length);
  },
};

const ZSH: Shell = {
  script: `#compdef feature-control
# Completion of feature-control for zsh: source <(feature-control completion zsh), after compinit
_feature_control() {
  local -a candidates
  candidates=(\${(f)"$("\${words[1]}" ${COMPLETE} zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  _describe feature-control candidates || _files
}
compdef _feature_control feature-control`,
  wordsOf: (args) => args.map(unquote),
  format: ({ word, description }) => `${word.replace(/[\\:]/g, String.raw`\$&`)}:${description}`,
};

const FISH: Shell = {
  script: `# Completion of feature-control for fish: feature-control completion fish | source
function __feature_control_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l candidates ($words[1] ${COMPLETE} fish -- $words[2..-1] 2>/dev/null)
    if test (count $candidates) -gt 0
        printf '%s\\t%s\\n' $candidates
    else
        __fish_complete_path $words[-1]
    end
end
complete -c feature-control -f -a '(__feature_control_complete)'`,
  // fish removes the quotes of the words before the cursor itself.
  wordsOf: (args) => [...args.slice(0, -1), unquote(args.at(-1) ?? '')],
  format: ({ word, description }) => `${word}\n${description}`,
};

export const SHELLS = { bash: BASH, zsh: ZSH, fish: FISH } as const;
export type ShellName = keyof typeof SHELLS;

/** A part of a word (escaped, quoted or plain), or the whitespace between two words. */
const PART = /\\(.)|'([^']*)'?|"((?:\\.|[^"\\])*)"?|(\s+)|[^\s\\'"]+/gs;

/** Splits the beginning of a command line as bash does. The last word may be unfinished or empty. */
function splitWords(line: string): readonly string[] {
  const words = [''];
  for (const [part, escaped, single, double, space] of line.matchAll(PART)) {
    if (space === undefined)
      words.push(`${words.pop() ?? ''}${escaped ?? single ?? double?.replace(/\\(["$`\\])/g, '$1') ?? part}`);
    else words.push('');
  }
  return words;
}

/** @param word one word as it is typed, with its quotes and backslashes */
function unquote(word: string): string {
  return splitWords(word).join(' ');
}

function escapeForBash(text: string): string {
  return text.replace(/[^\w@%+=:,./-]/g, String.raw`\$&`);
}
