/** The shells that have a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * The hidden command that the scripts call with the words of the command line; the last one is being typed.
 * It prints two lines for each candidate: the word and its description.
 */
export const COMPLETE = '__complete';

const BASH = `# Completion of feature-control for bash: source <(feature-control completion bash)
_feature_control() {
  local name description
  COMPREPLY=()
  while IFS= read -r name && IFS= read -r description; do
    COMPREPLY+=("$(printf '%q' "$name")")
  done < <("$1" ${COMPLETE} -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _feature_control feature-control`;

const ZSH = `#compdef feature-control
# Completion of feature-control for zsh: source <(feature-control completion zsh), after compinit
_feature_control() {
  local name description
  local -a candidates
  while IFS= read -r name && IFS= read -r description; do
    candidates+=("\${name//:/\\\\:}\${description:+:$description}")
  done < <("\${words[1]}" ${COMPLETE} -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe 'feature-control' candidates
}
compdef _feature_control feature-control`;

const FISH = `# Completion of feature-control for fish: feature-control completion fish | source
function __feature_control_complete
    set -l words (commandline -opc) (commandline -ct)
    $words[1] ${COMPLETE} -- $words[2..-1] 2>/dev/null | while read -l name; and read -l description
        printf '%s\\t%s\\n' $name $description
    end
end
complete -c feature-control -f -a '(__feature_control_complete)'`;

/** The completion scripts by shell. */
export const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
