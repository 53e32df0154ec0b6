import type { ForgeFaultKind } from "../../forge/forge.ts";
import type { ForgeName } from "../../model/forge/forge-name.ts";

/** Returns why something was not done, with what there is to do about it. */
export function adviceOn(forge: ForgeName, kind: ForgeFaultKind, message: string): string {
  if (kind !== "denied" && kind !== "missing") return message;
  return `${message} ${ADVICE[forge]}`;
}

const ADVICE: Readonly<Record<ForgeName, string>> = {
  github:
    "Give the job `permissions: pull-requests: write`. For a pull request from a fork the " +
    "token only reads, and the summary has the results.",
  gitlab:
    "Set GITLAB_TOKEN to a project access token with the scope `api` and the role Developer; " +
    "CI_JOB_TOKEN cannot write notes.",
};
