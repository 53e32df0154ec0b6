import { waitForSignal } from "../../shared/process/wait-for-signal.ts";
import { ForgeFault } from "../forge.ts";
import type { OwnPull } from "../pulls.ts";
import { readShape } from "../read-shape.ts";
import { type GitlabOptions, pathOf } from "./gitlab-port.ts";
import { pullSchema, type RawPull } from "./gitlab-schema.ts";
import { checksOf, type OwnPulls, readPull } from "./own-pulls.ts";
import { checkAnswered } from "./read-project.ts";

/** Milliseconds between looks for the pipeline of a new merge request, which GitLab makes some seconds later. */
const WAITS = [2000, 4000, 8000, 16_000];

/**
 * Returns a function that has GitLab merge as soon as the pipeline succeeds. Without a pipeline GitLab would merge at
 * once, and after a failed one too in some versions: neither is asked for.
 */
export function openMerger({
  after,
  limits,
}: Pick<GitlabOptions, "after" | "limits">): (pulls: OwnPulls, pull: OwnPull) => Promise<void> {
  // A project without pipelines is waited for once.
  let waits = WAITS;
  return async (pulls, pull) => {
    let raw = await readPull(pulls, pull.number);
    for (const wait of waits) {
      if (raw.sha === pull.head && hasPipeline(raw)) break;
      await waitForSignal(after(wait), AbortSignal.any([...limits]));
      raw = await readPull(pulls, pull.number);
    }
    if (!hasPipeline(raw)) waits = [];
    const why = whyNot(raw, pull);
    if (why !== undefined) throw new ForgeFault("refused", why);
    await merge(pulls, pull);
  };
}

function whyNot(raw: RawPull, { head }: OwnPull): string | undefined {
  if (raw.sha !== head) return "The merge request has another head on GitLab.";
  if (!hasPipeline(raw)) return "GitLab runs no pipeline on its head, and would merge it at once.";
  return checksOf(raw) === "failure" ? "The pipeline has failed." : undefined;
}

/** True for a pipeline of the head, or of its merged result. */
function hasPipeline({ sha, iid, head_pipeline: pipeline }: RawPull): boolean {
  if (pipeline === null || pipeline === undefined || pipeline.status === "skipped") return false;
  return pipeline.sha === sha || pipeline.ref.startsWith(`refs/merge-requests/${iid}/`);
}

async function merge({ project, send }: OwnPulls, { number, head }: OwnPull): Promise<void> {
  try {
    const { value } = await send({
      method: "PUT",
      path: `${pathOf(project, number)}/merge`,
      // The second name is that of versions before 17.11.
      body: { sha: head, auto_merge: true, merge_when_pipeline_succeeds: true },
      isRepeatable: true,
    });
    const raw = readShape(pullSchema(), value, "GitLab");
    checkAnswered(project, raw, number);
    if (raw.merge_when_pipeline_succeeds || raw.state === "merged" || raw.state === "locked")
      return;
    throw new ForgeFault("failed", "GitLab does not say that it will merge.");
  } catch (error) {
    // GitLab says 401 to an account that may not merge.
    if (error instanceof ForgeFault && error.kind === "denied")
      throw new ForgeFault("refused", "The account of the token may not merge it.");
    throw error;
  }
}
