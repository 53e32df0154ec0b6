import { z } from "zod";
import { once } from "../../shared/once.ts";

const hash = () => z.string().regex(/^[0-9a-f]{64}$/);
const offset = () => z.int().min(0);
const path = () => z.string().min(1).max(4096);

const bits = () => z.int().min(0).max(0o7777);

const fileSchema = () =>
  z.strictObject({
    path: path(),
    /** null for a new file. */
    preHash: hash().nullable(),
    /** null for a file that is removed. */
    postHash: hash().nullable(),
    /** Mode bits of the file before. */
    mode: bits().optional(),
    /** Mode bits of the file afterwards, if the transaction changes them. */
    modeAfter: bits().optional(),
    /**
     * The start and the length of the text before in `images`; bytes. Absent if an earlier record has the text, or the
     * edits of one make it.
     */
    image: z.tuple([offset(), offset()]).optional(),
    /** Start and end, UTF-16 offsets into the text before, and the text in their place. */
    edits: z.array(z.tuple([offset(), offset(), z.string()])),
  });

/** The pending action of a transaction, and the reason to apply it. */
const actionSchema = () =>
  z.strictObject({
    /** The id of the pending action. */
    id: z.string(),
    label: z.string(),
    recipe: z.string().optional(),
    step: z.string().optional(),
    /** The tool that queued it, by its own claim. */
    sourceToolName: z.string().optional(),
    reason: z.string(),
    /** Data that a model gave beside its reason. */
    extra: z.record(z.string(), z.unknown()).optional(),
    /** The names of the checks that have to prove it after the write; see the record `proved`. */
    checks: z.array(z.string()).readonly().optional(),
  });

/** The held actions that a run applies, by the run that held them; null for those of a plan from another place. */
const resolvesSchema = () =>
  z.preprocess(
    fromOneRun,
    z.array(z.strictObject({ run: z.string().nullable(), actions: z.array(z.string()) })),
  );

/** Reads the shape of earlier versions, which knew one run, and of its actions one or all. */
function fromOneRun(raw: unknown): unknown {
  const one = oneRunSchema().safeParse(raw).data;
  return one === undefined ? raw : [{ run: one.run, actions: one.actions ?? [one.action] }];
}

const oneRunSchema = once(() =>
  z.strictObject({
    run: z.string(),
    action: z.string(),
    actions: z.array(z.string()).optional(),
  }),
);

/** The schema of a record. */
export const recordSchema = once(() =>
  z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("run"),
      formatVersion: z.literal("1.0"),
      id: z.string(),
      command: z.string(),
      startedAt: z.string(),
      recipes: z.array(z.string()),
      /** The id of the run that this run takes back. */
      undoes: z.string().optional(),
      /** The id of the run whose conversations this run resumes. */
      resumes: z.string().optional(),
      resolves: resolvesSchema().optional(),
    }),
    z.strictObject({
      kind: z.literal("begin"),
      /** The number of the transaction in the run, from 0. */
      index: offset(),
      action: actionSchema(),
      /** A part of the names of the temporary files. */
      token: z.string().regex(/^[0-9a-f]{12}$/),
      files: z.array(fileSchema()),
      /** Folders that the transaction makes, the outer before the inner. */
      folders: z.array(path()),
      /** Folders that it removes once its files are in place, if they are empty then; the outer before the inner. */
      emptied: z.array(path()).optional(),
      /** The actions that it writes at once, in order, with the places of their files in `files`. Default: `action`. */
      parts: z
        .array(z.strictObject({ action: actionSchema(), files: z.array(offset()) }))
        .optional(),
      /** The ids of earlier actions of the run that it takes back: their files are as if they had not been applied. */
      takesBack: z.array(z.string()).optional(),
    }),
    z.strictObject({
      kind: z.literal("done"),
      index: offset(),
      by: z.enum(["run", "recover"]),
    }),
    z.strictObject({
      kind: z.literal("rolled-back"),
      index: offset(),
      by: z.enum(["run", "recover"]),
      /** Files that another process had changed, and that stay as they are. */
      left: z.array(z.strictObject({ path: path(), why: z.string() })),
    }),
    /**
     * A check of the policy has proved actions that were written before, or has to prove them again, because others
     * were taken back since; `actions` has the ids of their notes.
     */
    z.strictObject({
      kind: z.enum(["proved", "awaits"]),
      check: z.string(),
      actions: z.array(z.string()).readonly(),
    }),
    /** Code of a recipe applied an action by itself. The journal does not know what it wrote. */
    z.strictObject({ kind: z.literal("foreign"), action: actionSchema() }),
    /** The end of the run. No transaction is unfinished. */
    z.strictObject({ kind: z.literal("end"), by: z.enum(["run", "recover"]) }),
  ]),
);

/** One line of a journal. */
export type JournalRecord = z.infer<ReturnType<typeof recordSchema>>;

/** The record of a transaction before its first write. */
export type BeginRecord = Extract<JournalRecord, { kind: "begin" }>;

/** The record of a proof, or of one that is missing. */
export type ProofRecord = Extract<JournalRecord, { check: string }>;

/** The record of one file of a transaction. */
export type JournalFile = BeginRecord["files"][number];

/** The note of a transaction in the journal: its pending action, and the reason to apply it. */
export type ActionNote = z.infer<ReturnType<typeof actionSchema>>;

/** An action of a transaction, and its files. */
export interface WrittenAction {
  readonly action: ActionNote;
  readonly files: readonly JournalFile[];
}

/** Returns the actions that a transaction writes, each with its files. */
export function actionsOf({ action, files, parts }: BeginRecord): readonly WrittenAction[] {
  if (parts === undefined) return [{ action, files }];
  return parts.map((part) => {
    return { action: part.action, files: part.files.flatMap((index) => files[index] ?? []) };
  });
}
