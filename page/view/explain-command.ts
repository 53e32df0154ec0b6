import type { PageData } from "../../src/model/page/page-data.ts";
import { isDryRun } from "../../src/model/run-kind.ts";
import { idWord } from "./id-word.ts";

/** Returns the command that explains a verdict condition by condition; undefined for a dry run, which is not kept. */
export function explainCommand({ run, held }: PageData, action: string): string | undefined {
  const [runWord, actionWord] = [idWord(run.id), idWord(action)];
  if (isDryRun(run.command) || runWord === undefined || actionWord === undefined) return undefined;
  return `sluice policy explain ${runWord} ${actionWord}${held.option}`;
}
