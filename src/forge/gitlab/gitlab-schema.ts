import { z } from "zod";
import { once } from "../../shared/once.ts";

// The answers of GitLab, as far as they are read.

const idSchema = once(() => z.int().positive());

/** A user; only the one that is asked for alone says whether it is a bot. */
export const userSchema = once(() =>
  z.object({
    id: idSchema(),
    username: z.string().min(1),
    state: z.string().default("active"),
    bot: z.boolean().optional(),
  }),
);

/** A user as GitLab shows it. */
export type RawUser = z.infer<ReturnType<typeof userSchema>>;

export const usersSchema = once(() => z.array(userSchema()));

const accessSchema = once(() => z.object({ access_level: z.int() }).nullable().default(null));

export const projectSchema = once(() =>
  z.object({
    id: idSchema(),
    path_with_namespace: z.string(),
    web_url: z.string(),
    /** Null or missing for an empty repository. */
    default_branch: z.string().nullable().default(null),
    permissions: z
      .object({ project_access: accessSchema(), group_access: accessSchema() })
      .optional(),
  }),
);

const pipelineSchema = once(() =>
  z.object({ sha: z.string(), ref: z.string(), status: z.string() }),
);

export const pullSchema = once(() =>
  z.object({
    id: idSchema(),
    iid: idSchema(),
    web_url: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    /** `locked` while it is being merged. */
    state: z.enum(["opened", "closed", "locked", "merged"]),
    draft: z.boolean().default(false),
    created_at: z.iso.datetime({ offset: true }),
    author: userSchema(),
    labels: z.array(z.string()),
    reviewers: z.array(userSchema()).default([]),
    source_branch: z.string(),
    target_branch: z.string(),
    /** Null if a fork is gone. */
    source_project_id: idSchema().nullable(),
    target_project_id: idSchema(),
    /** Null if its branch is gone. */
    sha: z
      .string()
      .regex(/^[0-9a-f]{40,64}$/)
      .nullable(),
    merge_when_pipeline_succeeds: z.boolean().default(false),
    /** Missing in a list, and if the token may not see it; null if there is none. */
    head_pipeline: pipelineSchema().nullish(),
  }),
);

/** A merge request as GitLab shows it. */
export type RawPull = z.infer<ReturnType<typeof pullSchema>>;

export const pullsSchema = once(() => z.array(pullSchema()));

export const commitSchema = once(() =>
  z.object({
    id: z.string(),
    message: z.string(),
    committer_email: z.string(),
    authored_date: z.iso.datetime({ offset: true }),
    committed_date: z.iso.datetime({ offset: true }),
    parent_ids: z.array(z.string()),
  }),
);

/** A commit as GitLab shows it. */
export type RawCommit = z.infer<ReturnType<typeof commitSchema>>;

export const notesSchema = once(() =>
  z.array(
    z.object({
      id: idSchema(),
      body: z.string(),
      /** `DiffNote` for one on a line. */
      type: z.string().nullable().default(null),
      system: z.boolean().default(false),
      imported: z.boolean().default(false),
      author: userSchema(),
      noteable_iid: idSchema(),
      created_at: z.iso.datetime({ offset: true }),
      updated_at: z.iso.datetime({ offset: true }),
    }),
  ),
);

/** A note as GitLab shows it. */
export type RawNote = z.infer<ReturnType<typeof notesSchema>>[number];

export const createdSchema = once(() => z.object({ id: idSchema() }));

export const memberSchema = once(() =>
  z.object({
    id: idSchema(),
    access_level: z.int(),
    /** Of the account: `blocked` may not even sign in. */
    state: z.string(),
    /** `awaiting` until somebody approves. */
    membership_state: z.string().default("active"),
  }),
);

export const groupSchema = once(() => z.object({ full_path: z.string() }));
