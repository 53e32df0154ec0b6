import type { z } from "zod";
import { ForgeFault } from "../forge.ts";
import { getJson } from "../get-json.ts";
import type { BranchCommit, OwnPull, PullForge } from "../pulls.ts";
import { readShape } from "../read-shape.ts";
import { askReviewers } from "./ask-reviewers.ts";
import { checkAnswered, type GithubPort, type GithubRepository, pathOf } from "./github-port.ts";
import { findOfBranch, openPull } from "./open-pull.ts";
import { type OwnPulls, readOwn, withChecks } from "./own-pulls.ts";
import {
  changedSchema,
  commitSchema,
  labelsSchema,
  pullSchema,
  type RawPull,
} from "./pulls-schema.ts";
import { type KnownRepository, readRepository } from "./read-repository.ts";
import { createComment, MAX_COMMENT } from "./write-comment.ts";

const TO_DRAFT = mutationOf("convertPullRequestToDraft", "");
const READY = mutationOf("markPullRequestReadyForReview", "");
const MERGE = mutationOf(
  "enablePullRequestAutoMerge",
  ", $method: PullRequestMergeMethod!, $head: GitObjectID!",
);

function mutationOf(name: string, variables: string): string {
  const more = variables === "" ? "" : ", mergeMethod: $method, expectedHeadOid: $head";
  return `mutation($id: ID!${variables}) {
  ${name}(input: { pullRequestId: $id${more} }) { pullRequest { id } }
}`;
}

/** Opens a repository on GitHub for those who keep pull requests there. */
export function openGithubPulls(repository: GithubRepository, port: GithubPort): PullForge {
  let known: KnownRepository | undefined;
  const read = async () => {
    known ??= await readRepository(repository, port);
    return known;
  };
  const own = async (): Promise<OwnPulls> => {
    const { viewer } = await read();
    return { ...repository, port, viewer: viewer.login };
  };
  const path = pathOf(repository);
  return {
    name: "GitHub",
    bodyLimit: MAX_COMMENT,
    readRepository: read,
    async findOpen(marker) {
      const pulls = await own();
      const open = await readOwn(pulls, "state=open&sort=created&direction=asc");
      const marked = open.filter(({ body }) => body?.startsWith(marker));
      return await withChecks(marked, pulls);
    },
    findOfBranch: async (branch, base) => await findOfBranch(await own(), branch, base, "all"),
    async countSince(marker, time) {
      const isOlder = (pull: RawPull) => Date.parse(pull.created_at) < time;
      const query = "state=all&sort=created&direction=desc";
      const pulls = await readOwn(await own(), query, isOlder);
      return pulls.filter((pull) => pull.body?.startsWith(marker) && !isOlder(pull)).length;
    },
    async readCommit(sha) {
      const value = await getJson(`${path}/commits/${sha}`, port.send);
      return commitOf(readShape(commitSchema(), value, "GitHub"), sha);
    },
    open: async (pull) => await openPull(await own(), pull),
    async update(pull, change) {
      const request = {
        method: "PATCH",
        path: `${path}/pulls/${pull.number}`,
        body: change,
      } as const;
      const { value } = await port.send({ ...request, isRepeatable: true });
      const { number, base } = readShape(pullSchema(), value, "GitHub");
      checkAnswered(repository, { repository: base.repo?.full_name ?? "", number }, pull.number);
    },
    setDraft: (pull, isDraft) => change(port, pull, isDraft ? TO_DRAFT : READY, {}),
    async addLabels({ number }, labels) {
      const request = { method: "POST", path: `${path}/issues/${number}/labels` } as const;
      if (labels.length === 0) return;
      // One that it has already is not added twice.
      const { value } = await port.send({ ...request, body: { labels }, isRepeatable: true });
      readShape(labelsSchema(), value, "GitHub");
    },
    askReviewers: async (pull, reviewers) => await askReviewers(await own(), pull, reviewers),
    async mergeWhenGreen(pull) {
      const { mergeMethod: method } = await read();
      await change(port, pull, MERGE, { method, head: pull.head });
    },
    async comment({ number }, body) {
      await createComment(port.send, { ...repository, number }, body);
    },
  };
}

function commitOf(raw: z.infer<ReturnType<typeof commitSchema>>, asked: string): BranchCommit {
  if (raw.sha !== asked) throw new ForgeFault("failed", "GitHub answered about another commit.");
  const { message, author, committer } = raw.commit;
  return {
    message,
    committerEmail: committer?.email ?? "",
    authoredAt: Date.parse(author?.date ?? ""),
    committedAt: Date.parse(committer?.date ?? ""),
    parents: raw.parents.length,
  };
}

async function change(
  { graphql }: GithubPort,
  { id }: OwnPull,
  mutation: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<void> {
  const answer = await graphql(mutation, { id, ...variables }, changedSchema());
  if (Object.values(answer).every((payload) => payload?.pullRequest.id === id)) return;
  throw new ForgeFault("failed", "GitHub answered about another pull request.");
}
