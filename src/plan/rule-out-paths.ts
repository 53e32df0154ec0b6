/** Takes one thing that is wrong: where in the plan, and a sentence about it. */
export type TellFault = (where: string, fault: string) => void;

/** Tells of files that stand where another file of the plan needs a folder: both cannot be. */
export function ruleOutPaths(
  actions: readonly { readonly files: readonly { readonly path: string }[] }[],
  tell: TellFault,
): void {
  const files = new Set(actions.flatMap((action) => action.files.map(({ path }) => path)));
  for (const [index, action] of actions.entries())
    for (const [at, { path }] of action.files.entries()) {
      for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
        if (!files.has(path.slice(0, end))) continue;
        tell(`actions[${index}].files[${at}]`, "a folder that it is in is a file of the plan.");
        break;
      }
    }
}
