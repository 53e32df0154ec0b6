import { z } from "zod";
import { once } from "../../shared/once.ts";

// The answers of GitHub about check runs, as far as they are read.

export const checkSchema = once(() =>
  z.object({
    id: z.int().positive(),
    /** Names the repository. */
    url: z.string(),
    html_url: z.string().nullable(),
    head_sha: z.string(),
    external_id: z.string().nullable(),
    app: z.object({ slug: z.string().optional() }).nullable(),
    output: z.object({ summary: z.string().nullable() }),
  }),
);

/** A check run as the REST API shows it. */
export type RawCheck = z.infer<ReturnType<typeof checkSchema>>;

export const checkListSchema = once(() =>
  z.object({ check_runs: z.array(checkSchema()) }).transform(({ check_runs }) => check_runs),
);

export const checkAnnotationsSchema = once(() =>
  z.array(
    z.object({
      path: z.string(),
      start_line: z.int(),
      end_line: z.int(),
      annotation_level: z.enum(["notice", "warning", "failure"]).nullable(),
      title: z.string().nullable(),
      message: z.string().nullable(),
    }),
  ),
);

export const checkedSchema = once(() =>
  z.object({
    viewer: z.object({ login: z.string().min(1) }),
    repository: z
      .object({
        nameWithOwner: z.string(),
        pullRequest: z.object({ number: z.int(), headRefOid: z.string() }).nullish(),
      })
      .nullable(),
  }),
);
