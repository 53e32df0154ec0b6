import { ForgeFault } from "../forge.ts";
import { getJson } from "../get-json.ts";
import type { BranchCommit, OwnPull, PullForge } from "../pulls.ts";
import { readShape } from "../read-shape.ts";
import { askReviewers } from "./ask-reviewers.ts";
import { titleWith } from "./draft-title.ts";
import {
  type GitlabOptions,
  type GitlabProject,
  MAX_BODY,
  openGitlabPort,
  pathOf,
} from "./gitlab-port.ts";
import { commitSchema, pullSchema, type RawCommit, type RawPull } from "./gitlab-schema.ts";
import { openMerger } from "./merge-when-green.ts";
import { findOfBranch, openPull } from "./open-pull.ts";
import { type OwnPulls, readOwn, readPull, withChecks } from "./own-pulls.ts";
import { withoutQuickActions } from "./quick-actions.ts";
import { checkAnswered, openProject, repositoryOf } from "./read-project.ts";
import { createNote } from "./write-note.ts";

/** Opens a project on GitLab for those who keep merge requests there; `send` is a port that writes more. */
export function openGitlabPulls(
  project: GitlabProject,
  options: GitlabOptions,
  send = openGitlabPort(options),
): PullForge {
  const read = openProject(project, send);
  const own = async (): Promise<OwnPulls> => ({ project: await read(), send });
  const mergeWhenGreen = openMerger(options);
  return {
    name: "GitLab",
    bodyLimit: MAX_BODY,
    readRepository: async () => repositoryOf(await read()),
    async findOpen(marker) {
      const pulls = await own();
      const open = await readOwn(pulls, "state=opened", "asc");
      const marked = open.filter((pull) => isOpenWith(marker, pull));
      return await withChecks(marked, pulls);
    },
    findOfBranch: async (branch, base) => await findOfBranch(await own(), branch, base, "all"),
    async countSince(marker, time) {
      const since = encodeURIComponent(new Date(time).toISOString());
      const pulls = await readOwn(await own(), `state=all&created_after=${since}`, "desc");
      return pulls.filter((pull) => hasMarker(marker, pull) && Date.parse(pull.created_at) >= time)
        .length;
    },
    async readCommit(sha) {
      const path = `${pathOf(project)}/repository/commits/${sha}`;
      return commitOf(readShape(commitSchema(), await getJson(path, send), "GitLab"), sha);
    },
    open: async (pull) => await openPull(await own(), pull),
    async update(pull, { title, body, state }) {
      const pulls = await own();
      // The title tells whether it is a draft, which a person may have changed meanwhile.
      const isDraft = title !== undefined && (await readPull(pulls, pull.number)).draft;
      await changePull(pulls, pull, {
        title: title === undefined ? undefined : titleWith(title, isDraft),
        description: body === undefined ? undefined : withoutQuickActions(body),
        state_event: state === undefined ? undefined : state === "open" ? "reopen" : "close",
      });
    },
    async setDraft(pull, isDraft) {
      const pulls = await own();
      const { title } = await readPull(pulls, pull.number);
      await changePull(pulls, pull, { title: titleWith(title, isDraft) });
    },
    async addLabels(pull, labels) {
      if (labels.length > 0) await changePull(await own(), pull, { add_labels: labels.join(",") });
    },
    async askReviewers(pull, reviewers) {
      const pulls = await own();
      return await askReviewers(pulls, pull, reviewers, (body) => changePull(pulls, pull, body));
    },
    mergeWhenGreen: async (pull) => await mergeWhenGreen(await own(), pull),
    async comment({ number }, body) {
      await createNote(send, pathOf(project, number), body);
    },
  };
}

function isOpenWith(marker: string, pull: RawPull): boolean {
  return pull.state === "opened" && hasMarker(marker, pull);
}

function hasMarker(marker: string, { description }: RawPull): boolean {
  return description?.startsWith(marker) ?? false;
}

/** Changes the given fields of one. */
async function changePull(
  { project, send }: OwnPulls,
  { number }: OwnPull,
  body: object,
): Promise<RawPull> {
  const path = pathOf(project, number);
  const { value } = await send({ method: "PUT", path, body, isRepeatable: true });
  const raw = readShape(pullSchema(), value, "GitLab");
  checkAnswered(project, raw, number);
  return raw;
}

function commitOf(raw: RawCommit, asked: string): BranchCommit {
  if (raw.id !== asked) throw new ForgeFault("failed", "GitLab answered about another commit.");
  return {
    message: raw.message,
    committerEmail: raw.committer_email,
    authoredAt: Date.parse(raw.authored_date),
    committedAt: Date.parse(raw.committed_date),
    parents: raw.parent_ids.length,
  };
}
