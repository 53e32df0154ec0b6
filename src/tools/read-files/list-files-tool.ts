import { z } from "zod";
import { quoteGitPath } from "../../edit/text/git-path.ts";
import type { NamedPathSources } from "../../files/refs/resolve-file-ref.ts";
import { textResult } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import { countOf } from "../../shared/count-of.ts";
import { once } from "../../shared/once.ts";
import { zodParameters } from "../parameters.ts";
import type { Tool } from "../tool.ts";
import { readPaths, selectFiles } from "./select-files.ts";

const DEFAULT_LIMIT = 200;

const parametersSchema = once(() =>
  z.strictObject({
    paths: z
      .array(z.string().min(1))
      .optional()
      .describe("Globs, folders or files, relative to the root; default: all files"),
    limit: z.int().min(1).optional().describe(`How many to list; default: ${DEFAULT_LIMIT}`),
  }),
);

/** A call of `list_files`. */
export type ListFilesParams = z.infer<ReturnType<typeof parametersSchema>>;

/** The details of the result of `list_files`. */
interface ListFilesDetails {
  /** Sorted; at most `limit`. */
  readonly files: readonly string[];
  /** The number of all files, listed or not. */
  readonly total: number;
}

/** The parameters of `list_files`. */
export const listFilesParameters = zodParameters(parametersSchema);

/** `list_files`: the files in scope below some paths; ignored ones only if the call names them itself (A10). */
export function createListFilesTool(sources: NamedPathSources): Tool<ListFilesParams> {
  const isInScope = (path: string) => ["write", "read"].includes(sources.scope.accessTo(path));
  return {
    name: "list_files",
    description: "Lists files by path, sorted: globs, folders or files.",
    parameters: listFilesParameters,
    isHidden: false,
    queuesPreviews: false,
    async execute({ paths: written, limit = DEFAULT_LIMIT }) {
      const paths = readPaths(written);
      const { files, named, links, empty } = await selectFiles(sources, paths);
      const [hidden] = [...named].filter((path) => !isInScope(path));
      const refused = (path: string, why: string) =>
        new ToolError(`paths[${paths.indexOf(path)}]: \`${path}\` ${why}.`);
      if (hidden !== undefined) throw refused(hidden, "is out of scope");
      const [link] = links;
      if (link !== undefined) throw refused(link.path, link.fault);
      const found = files.filter(isInScope);
      const listed = found.slice(0, limit);
      const lines = [
        ...listed.map(quoteGitPath),
        ...empty.filter((path) => path !== "**").map((path) => `\`${path}\` matches no file.`),
        totalOf(found.length, found.length - listed.length),
      ];
      const details: ListFilesDetails = { files: listed, total: found.length };
      return textResult(lines.join("\n"), details);
    },
  };
}

function totalOf(total: number, left: number): string {
  if (total === 0) return "No files";
  return left === 0
    ? `${countOf(total, "file")}.`
    : `${countOf(total, "file")}; ${left} are not shown.`;
}
