import { z } from "zod";
import { once } from "../../shared/once.ts";

// The answers of GitHub, as far as they are read.

export const graphqlSchema = once(() =>
  z.object({
    /** Missing if the whole request is refused. */
    data: z.unknown().optional(),
    errors: z.array(z.object({ type: z.string().optional(), message: z.string() })).default([]),
  }),
);

export const createdSchema = once(() => z.object({ html_url: z.string() }));

const viewerSchema = once(() => z.object({ login: z.string() }));

const authoredSchema = once(() =>
  z.object({
    body: z.string(),
    viewerDidAuthor: z.boolean(),
    author: z.object({ __typename: z.string(), login: z.string() }).nullable(),
  }),
);

/** A comment, as far as it tells its author. */
export type AuthoredNode = z.infer<ReturnType<typeof authoredSchema>>;

const commentSchema = once(() =>
  authoredSchema().extend({
    id: z.string(),
    url: z.string(),
    createdAt: z.iso.datetime({ offset: true }),
    lastEditedAt: z.string().nullable(),
    isMinimized: z.boolean(),
  }),
);

/** A comment on a pull request. */
export type CommentNode = z.infer<ReturnType<typeof commentSchema>>;

const commentsOfPull = once(() =>
  z.object({
    number: z.number(),
    comments: z.object({
      nodes: z.array(commentSchema()),
      pageInfo: z.object({ hasPreviousPage: z.boolean(), startCursor: z.string().nullable() }),
    }),
  }),
);

export const commentsSchema = once(() =>
  z.object({
    viewer: viewerSchema(),
    repository: z
      .object({ nameWithOwner: z.string(), pullRequest: commentsOfPull().nullable() })
      .nullable(),
  }),
);

/** One page of the comments of a pull request. */
export type CommentsAnswer = z.infer<ReturnType<typeof commentsSchema>>;

const threadSchema = once(() =>
  z.object({ comments: z.object({ nodes: z.array(authoredSchema()) }) }),
);

const threadsOfPull = once(() =>
  z.object({
    headRefOid: z.string(),
    reviewThreads: z.object({
      nodes: z.array(threadSchema()),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    }),
  }),
);

export const reviewSchema = once(() =>
  z.object({
    viewer: viewerSchema(),
    repository: z.object({ pullRequest: threadsOfPull().nullable() }).nullable(),
  }),
);

/** One page of the review threads of a pull request. */
export type ReviewAnswer = z.infer<ReturnType<typeof reviewSchema>>;

/** A file without `patch` is binary, or its diff is too large. */
export const filesSchema = once(() =>
  z.array(z.object({ filename: z.string(), patch: z.string().optional() })),
);
