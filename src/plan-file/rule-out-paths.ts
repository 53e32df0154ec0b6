/** Takes a fault of a plan: its place in the plan, and a sentence. */
export type ReportFault = (where: string, fault: string) => void;

/** Reports a file that is below another file of the plan: one path cannot be a file and a folder. */
export function ruleOutPaths(
  actions: readonly { readonly files: readonly { readonly path: string }[] }[],
  report: ReportFault,
): void {
  const files = new Set(actions.flatMap((action) => action.files.map(({ path }) => path)));
  for (const [index, action] of actions.entries())
    for (const [at, { path }] of action.files.entries()) {
      for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
        if (!files.has(path.slice(0, end))) continue;
        report(`actions[${index}].files[${at}]`, "a folder that it is in is a file of the plan.");
        break;
      }
    }
}
