import { z } from "zod";
import { once } from "../../shared/once.ts";

// The answers of GitHub about pull requests, as far as they are read.

const accountSchema = once(() => z.object({ login: z.string(), type: z.string() }));
const branchSchema = once(() =>
  z.object({
    ref: z.string(),
    /** Null if a fork is gone. */
    repo: z.object({ full_name: z.string() }).nullable(),
  }),
);

export const labelsSchema = once(() => z.array(z.object({ name: z.string() })));

export const pullSchema = once(() =>
  z.object({
    number: z.int().positive(),
    node_id: z.string(),
    html_url: z.string(),
    title: z.string(),
    body: z.string().nullable(),
    state: z.enum(["open", "closed"]),
    merged_at: z.string().nullable(),
    draft: z.boolean().default(false),
    created_at: z.iso.datetime({ offset: true }),
    user: accountSchema().nullable(),
    labels: labelsSchema(),
    requested_reviewers: z.array(accountSchema()).default([]),
    requested_teams: z.array(z.object({ slug: z.string() })).default([]),
    head: branchSchema().extend({ sha: z.string().regex(/^[0-9a-f]{40,64}$/) }),
    base: branchSchema(),
    auto_merge: z.object({}).nullable().default(null),
  }),
);

/** A pull request as the REST API shows it. */
export type RawPull = z.infer<ReturnType<typeof pullSchema>>;

export const pullsSchema = once(() => z.array(pullSchema()));

export const commitSchema = once(() => {
  // Git takes commits without a name and without a date.
  const person = z.object({ email: z.string().default(""), date: z.string().default("") });
  return z.object({
    sha: z.string(),
    commit: z.object({
      message: z.string(),
      author: person.nullable(),
      committer: person.nullable(),
    }),
    parents: z.array(z.object({ sha: z.string() })),
  });
});

export const repositorySchema = once(() =>
  z.object({
    viewer: z.object({ login: z.string().min(1) }),
    repository: z
      .object({
        nameWithOwner: z.string(),
        /** Null for the token of an app. */
        viewerPermission: z.string().nullable(),
        /** Null for an empty repository. */
        defaultBranchRef: z.object({ name: z.string() }).nullable(),
        mergeCommitAllowed: z.boolean(),
        rebaseMergeAllowed: z.boolean(),
      })
      .nullable(),
  }),
);

export const checksSchema = once(() => {
  const rollup = z.object({ state: z.string() }).nullable();
  const commit = z.object({ oid: z.string(), statusCheckRollup: rollup });
  const commits = z.object({ nodes: z.array(z.object({ commit })) });
  return z.object({ nodes: z.array(z.object({ id: z.string(), commits }).nullable()) });
});

export const changedSchema = once(() =>
  z.record(z.string(), z.object({ pullRequest: z.object({ id: z.string() }) }).nullable()),
);
