import { z } from "zod";
import { duration, globs, text } from "../../shared/schema/schema-parts.ts";

/** A hook, as written. */
export const writtenHookSchema = z
  .strictObject({
    on: z
      .array(z.enum(["pre-tool", "post-tool", "prompt"]))
      .min(1)
      .optional(),
    tools: globs.min(1).optional(),
    run: z.array(z.string().min(1)).min(1).optional(),
    module: text.optional(),
    timeout: duration.optional(),
  })
  .refine(
    ({ run, module }) => (run === undefined) !== (module === undefined),
    "must have exactly one of `run` and `module`",
  )
  .refine(
    ({ on, tools }) => tools === undefined || on?.some((moment) => moment !== "prompt") !== false,
    {
      path: ["tools"],
      error: "belongs to the moments `pre-tool` and `post-tool`: a prompt calls no tool",
    },
  );

export type WrittenHook = z.infer<typeof writtenHookSchema>;
