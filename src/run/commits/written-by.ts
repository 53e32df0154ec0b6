import type { CommitPlace } from "../../git/commit/open-commit-place.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { type AppliedAction, type FindText, stepsOfFiles } from "./commit-files.ts";
import { filesOf } from "./commit-message.ts";
import type { ChainCommit } from "./make-chain.ts";
import type { WrittenFiles } from "./texts-of-commit.ts";

/** An action that is applied, with its changes; without any it was applied by code of a recipe. */
export interface CommittedAction {
  readonly report: ActionReport;
  readonly changes: AppliedAction["changes"];
}

/** The files of actions; paths count from the top. */
interface WrittenBy {
  readonly files: WrittenFiles;
  /** Returns the content of a commit of some of the actions. */
  readonly contentOf: (actions: readonly ActionReport[]) => Omit<ChainCommit, "message">;
}

/** Puts together the files that actions write, which are all of a run or a plan, in the order of application. */
export async function writtenBy(
  actions: readonly CommittedAction[],
  { prefix }: CommitPlace,
  findText: FindText,
): Promise<WrittenBy> {
  const keys = new Map(actions.map(({ report }, index) => [report, String(index)]));
  const applied = actions.map(({ changes }, index) => ({ id: String(index), changes }));
  const steps = await stepsOfFiles(applied, findText);
  return {
    files: new Map([...steps].map(([path, file]) => [prefix + path, file])),
    contentOf: (own) => ({
      actions: new Set(own.map((report) => keys.get(report) ?? "")),
      paths: filesOf(own).map((path) => prefix + path),
    }),
  };
}
