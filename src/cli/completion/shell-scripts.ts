/** The shells that have a script. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof SHELLS)[number];

/** A line instead of a word: names of files may follow, which a shell completes by itself. */
export const FILES = ":files";

/**
 * The scripts that make a shell complete the words of Sluice. Each asks `sluice completion SHELL -- WORDS…`, with the
 * `sluice` of the PATH: a file of that name in the working directory is never run.
 */
export const SHELL_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completion of sluice for bash. In ~/.bashrc: source <(sluice completion bash)
_sluice() {
  local words=() word="" glue="" line=""
  # bash takes \`=\` and \`:\` for words of their own.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ \${#words[@]} -gt 0 && ( -n $glue || $word == [=:] ) ]]; then
      words[\${#words[@]}-1]+=$word
      glue=""
      [[ $word == [=:] ]] && glue=1
    else
      words+=("$word")
    fi
  done
  local current=""
  [[ \${#words[@]} -gt 0 ]] && current=\${words[\${#words[@]}-1]}
  local before=\${current%"\${current##*[=:]}"}
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == ${FILES} ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "\${current#"$before"}")
    elif [[ -n $line ]]; then
      COMPREPLY+=("\${line#"$before"}")
    fi
  done < <(command sluice completion bash -- "\${words[@]}" 2>/dev/null)
}
complete -F _sluice sluice
`,
  zsh: `#compdef sluice
# Completion of sluice for zsh. In ~/.zshrc, after compinit: source <(sluice completion zsh)
_sluice() {
  local line files=""
  local -a found
  for line in "\${(@f)$(command sluice completion zsh -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == ${FILES} ]]; then files=1
    elif [[ -n $line ]]; then found+=("$line")
    fi
  done
  (( $#found )) && _describe sluice found
  [[ -n $files ]] && _files
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _sluice "$@"; else compdef _sluice sluice; fi
`,
  fish: `# Completion of sluice for fish: sluice completion fish > ~/.config/fish/completions/sluice.fish
function __sluice_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l current (commandline --cut-at-cursor --current-token)
    for line in (command sluice completion fish -- $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = ${FILES}
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete --command sluice --no-files --arguments '(__sluice_complete)'
`,
};
