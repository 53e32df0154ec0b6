import { z } from "zod";
import type { FileRef } from "../../files/refs/file-ref.ts";
import { fileRefAlert } from "../../files/refs/file-ref-alert.ts";
import { type NamedPathSources, resolveFileRef } from "../../files/refs/resolve-file-ref.ts";
import type { Alert } from "../../model/alert.ts";
import { OUTPUT_CAP, textResult } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { once } from "../../shared/once.ts";
import { zodParameters } from "../parameters.ts";
import type { Tool } from "../tool.ts";

const parametersSchema = once(() =>
  z.strictObject({
    path: z.string().min(1).describe("A file, relative to the root"),
    offset: z.int().min(1).optional().describe("The first line to read, from 1; default: 1"),
    limit: z.int().min(1).optional().describe("How many lines to read; default: all"),
  }),
);

/** A call of `read_file`. */
export type ReadFileParams = z.infer<ReturnType<typeof parametersSchema>>;

/** The details of the result of `read_file`. */
export interface ReadFileDetails {
  readonly path: string;
  /** Size of the file in bytes. */
  readonly total: number;
  readonly isTruncated: boolean;
  /** The line to continue at, as `offset`: a later one, if the file has one. Absent if nothing was truncated. */
  readonly nextOffset?: number;
}

/** The context of the tool. */
export interface ReadFileContext extends NamedPathSources {
  /** The limit of the text of a file, in bytes. Default: {@link OUTPUT_CAP}. */
  readonly cap?: number;
  /** Called for every file that cannot be read (F15). */
  readonly onAlert?: (alert: Alert) => void;
}

/** The parameters of `read_file`. */
export const readFileParameters = zodParameters(parametersSchema);

/** `read_file`: the text of one file in scope, or some lines of it. */
export function createReadFileTool({
  cap = OUTPUT_CAP,
  onAlert,
  ...sources
}: ReadFileContext): Tool<ReadFileParams> {
  return {
    name: "read_file",
    description: `Reads a text file, at most ${cap} bytes of it. Where it is longer, offset goes on at a later line.`,
    parameters: readFileParameters,
    isHidden: false,
    queuesPreviews: false,
    async execute({ path, ...lines }) {
      const read = await resolveFileRef(path, sources, { ...definedOnly(lines), cap });
      if (read.kind === "refused") {
        onAlert?.(fileRefAlert(path, read));
        throw new ToolError(read.message);
      }
      if (read.kind === "folder")
        throw new ToolError(`\`${path}\` is a folder: name a file in it.`);
      const { total, nextLine } = read;
      const details: ReadFileDetails = {
        path: read.path,
        total,
        isTruncated: nextLine !== undefined,
        ...(nextLine === undefined ? {} : { nextOffset: nextLine }),
      };
      return textResult(withLostLine(read), details);
    },
  };
}

/** Returns the text, with a note on the line whose rest cannot be read: an offset names a line, not a place in it. */
function withLostLine({ text, overlongLine }: Extract<FileRef, { kind: "file" }>): string {
  if (overlongLine === undefined) return text;
  const marker = text.lastIndexOf("[...truncated, ");
  return `${text.slice(0, marker)}[The rest of line ${overlongLine} cannot be read.]\n${text.slice(marker)}`;
}
