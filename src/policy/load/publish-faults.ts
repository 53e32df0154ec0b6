import type { Diagnostic } from "../../model/diagnostic.ts";
import { PUBLISH_BRANCH_FIELDS, PUBLISH_TEXT_FIELDS } from "../../model/policy/publish.ts";
import { isBranchName } from "../../shared/branch-name.ts";
import { replaceExpressions } from "../../shared/expressions.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import type { WrittenPolicy } from "./policy-schema.ts";
import { branchOf, type WrittenPublish } from "./publish-schema.ts";
import { branchFaults, fieldFaults, noBranchName } from "./template-faults.ts";

/** Returns the faults of the templates and branches under `publish`. */
export function findPublishFaults(
  { publish }: Pick<WrittenPolicy, "publish">,
  source: YamlSource,
): readonly Diagnostic[] {
  if (publish === undefined) return [];
  const place = (key: keyof WrittenPublish) => source.placeOf(["publish", key]);
  const { per = "run", branch, title, body, base } = publish;
  const ofBranch =
    branch === undefined
      ? []
      : branchFaults({
          template: branch,
          place: place("branch"),
          fields: PUBLISH_BRANCH_FIELDS,
          ungrouped: per === "run" ? undefined : UNGROUPED,
        });
  const ofBase =
    base === undefined || isBranchName(base) ? [] : [noBranchName(base, place("base"))];
  const faults = [
    ...ofBranch,
    ...(title === undefined ? [] : fieldFaults(title, place("title"), PUBLISH_TEXT_FIELDS)),
    ...(body === undefined ? [] : fieldFaults(body, place("body"), PUBLISH_TEXT_FIELDS)),
    ...ofBase,
  ];
  if (base === undefined || ofBase.length + ofBranch.length > 0) return faults;
  const message = clashOf(branchOf(publish), base);
  if (message === undefined) return faults;
  const at = place(branch === undefined ? "base" : "branch");
  return [...faults, diagnosticAt(at, "invalid-value", message)];
}

const UNGROUPED = {
  message: "All pull requests would have the same branch.",
  hint: "Add `${{ group }}`, so that each has a branch of its own.",
};

/** A branch is a file below `refs/heads` for git, and so no other one can be below it. */
function clashOf(branch: string, base: string): string | undefined {
  const name = replaceExpressions(branch, () => "\0");
  if (name === base) return `The branch of the pull requests is their base, \`${base}\`.`;
  const [outer, inner] = name.length < base.length ? [name, base] : [base, name];
  if (!inner.startsWith(`${outer}/`)) return undefined;
  return `Git has no branch \`${branch}\` beside \`${base}\`: one would be inside of the other.`;
}

/** A policy file, as far as it says where commits go. */
interface PublishingFile {
  readonly path: string;
  readonly written: WrittenPolicy;
  readonly source: YamlSource;
}

/** Reports branches of commits beside pull requests, which have branches of their own; the nearest file has both. */
export function branchesTwice(files: readonly PublishingFile[]): readonly Diagnostic[] {
  const committing = files.find(({ written }) => written.commits !== undefined);
  const publishing = files.find(({ written }) => written.publish !== undefined);
  if (publishing === undefined || committing?.written.commits?.branch === undefined) return [];
  const where = publishing === committing ? "" : ` (in ${publishing.path})`;
  const message = `\`commits.branch\` and \`publish\`${where} exclude each other: each pull request has its own branch.`;
  const hint = "Remove one of them; `publish.branch` names the branches of pull requests.";
  const place = committing.source.placeOf(["commits", "branch"]);
  return [diagnosticAt(place, "invalid-value", message, { hint })];
}
