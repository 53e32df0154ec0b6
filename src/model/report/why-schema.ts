import { z } from "zod";

const count = z.int().min(0);

/** The bounds of what a report with `--why` explains. They count work, and no time: the same run explains the same. */
export const WHY_LIMITS = {
  /** The ops of a step, and of a run, that are explained. */
  opsOfStep: 20,
  opsOfRun: 60,
  /** The files in which one op is looked at, and those of them that are shown: the nearest. */
  filesOfOp: 6,
  shownOfOp: 3,
  /** The nodes that are looked at for one op in one file. */
  nodes: 20_000,
  /** The UTF-16 code units of a file beyond which it is not explained. */
  fileText: 300_000,
  /** The bytes of files that a run reads to choose those that are likely. */
  bytesOfRun: 256_000_000,
} as const;

const excerptSchema = z.strictObject({
  line: z.int().min(1),
  column: z.int().min(1),
  text: z.string().describe("The line, or the part of a long one around the mark"),
  mark: z
    .strictObject({ start: count, length: z.int().min(1) })
    .describe("In `text`; UTF-16 code units"),
});

const noteFields = {
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  part: z.string().optional().describe("The key of the op that it is about: `rule.has.pattern`"),
};

/** A sentence about a step or an op, with a code that keeps its meaning. */
const whyNoteSchema = z.strictObject(noteFields);

const patternSchema = z.strictObject({
  part: z.string().describe("The key of the op that has the pattern"),
  text: z.string(),
  strictness: z.string(),
  selector: z.string().optional(),
  kind: z.string().optional().describe("Of the node that is searched; absent if none is picked"),
  tree: z.array(z.string()).describe("Its tree, in lines"),
});

const nearestSchema = z.strictObject({
  path: z.string(),
  language: z.string(),
  kind: z.string().describe("Of the node"),
  fits: z.number().describe("Is larger for a nearer node of the same op"),
  ...noteFields,
  found: excerptSchema.describe("The first difference, in the code"),
  wanted: excerptSchema.optional().describe("The same in the pattern"),
});

const opSchema = z.strictObject({
  id: z.string(),
  text: z.string().optional().describe("The beginning of its pattern"),
  matches: count.describe("The matches that became edits"),
  files: count.describe("The files with such a match"),
  superseded: count.describe("The matches that gave way to an earlier op, or to one around them"),
  isExplained: z.boolean().describe("False for an op that matches, and beyond the bounds"),
  patterns: z.array(patternSchema).optional().describe("How its patterns were read"),
  notes: z.array(whyNoteSchema),
  nearest: z
    .array(nearestSchema)
    .optional()
    .describe("The nearest node in some files that are likely, and the first difference"),
});

/** The outcome of a step for its files, and the reasons why its ops found nothing. */
export const stepWhySchema = z.strictObject({
  recipe: z.string(),
  step: z.string(),
  tool: z.string(),
  files: z.strictObject({
    searched: count,
    changed: count.describe("Files with a proposed change"),
    unchanged: count,
    skipped: count,
  }),
  languages: z
    .array(z.strictObject({ language: z.string(), files: count }))
    .optional()
    .describe("The languages as which the files were read"),
  notes: z.array(whyNoteSchema),
  ops: z.array(opSchema).optional().describe("Of a step `ast_edit`, in the order written"),
});
