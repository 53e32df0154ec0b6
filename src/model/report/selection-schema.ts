import { z } from "zod";
import { SHARD_WAYS } from "../search/shard.ts";
import { BASE_WAYS } from "../trust.ts";

/** Of names that a request gives, a report has as many, and of each as many UTF-16 code units. */
export const SELECTION_LIMITS = { names: 100, length: 1000 } as const;

const names = z.array(z.string()).max(SELECTION_LIMITS.names);

/** The options that limited a run to some files, as they were given, and how many files were left. */
export const selectionSchema = z.strictObject({
  fileCount: z.int().min(0).describe("The number of files that pass all of it"),
  files: names.optional().describe("The files and folders that were named; at most 100"),
  filesFrom: z.string().optional().describe("The file with names; `-` is standard input"),
  since: z
    .strictObject({
      ref: z.string().describe("As it was given"),
      commit: z.string().describe("The last commit that it and HEAD have in common"),
      from: z.enum(BASE_WAYS).optional().describe("How the base of a pull request was found"),
    })
    .optional(),
  staged: z.literal(true).optional().describe("Only what is staged, as it is staged"),
  changedLines: z
    .literal(true)
    .optional()
    .describe("Only lines that changed, in edits by patterns"),
  paths: names.optional().describe("Globs and folders; at most 100"),
  exclude: names.optional().describe("Globs and folders that were left out; at most 100"),
  shard: z
    .strictObject({
      index: z.int().min(1),
      total: z.int().min(1),
      by: z.enum(SHARD_WAYS).describe("The way in which files were dealt"),
    })
    .optional()
    .describe("One of several parts of the files, each of which another run has"),
  omitted: z.int().min(1).optional().describe("How many names are in none of these lists"),
});
