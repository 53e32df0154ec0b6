import type { PageData } from "../../model/page/page-data.ts";
import { isDryRun } from "../../model/run-kind.ts";
import { shellWord } from "../../shared/shell-word.ts";

/** Returns the command that explains a verdict condition by condition; undefined for a dry run, which is not kept. */
export function explainCommand({ run, held }: PageData, action: string): string | undefined {
  if (isDryRun(run.command)) return undefined;
  return `sluice policy explain ${shellWord(run.id)} ${shellWord(action)}${held.option}`;
}
