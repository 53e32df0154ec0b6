import type { Diagnostic } from "../../model/diagnostic.ts";
import { checkShape } from "../../shared/schema/shape.ts";
import { parseYaml } from "../../shared/yaml/yaml-source.ts";
import { snippetFileSchema } from "./case-schema.ts";
import type { CasesPlace } from "./cases-place.ts";
import { readText } from "./read-text.ts";
import { caseFault } from "./read-tree.ts";
import type { SnippetCase } from "./test-case.ts";

/** True for the name of a file with snippets, as ast-grep names them. */
export function isSnippetFile(name: string): boolean {
  return /-test\.ya?ml$/.test(name);
}

/** Reads a file of snippets in ast-grep's own format. */
export async function readSnippets(
  place: CasesPlace,
  path: string,
  name: string,
): Promise<
  { readonly cases: readonly SnippetCase[] } | { readonly diagnostics: readonly Diagnostic[] }
> {
  const read = await readText(place, path);
  if ("fault" in read) return { diagnostics: [read.fault] };
  const parsed = parseYaml(read.text, path);
  if ("diagnostics" in parsed) return parsed;
  const { source } = parsed;
  const shape = checkShape(snippetFileSchema(), source.value, source);
  if (!("value" in shape)) return shape;
  const { id, valid, invalid } = shape.value;
  const casesOf = (list: SnippetCase["list"], texts: readonly string[]): SnippetCase[] =>
    texts.map((text, index) => ({
      kind: "snippet",
      name: `${name} ${list}[${index}]`,
      id,
      list,
      text,
      place: source.placeOf(["id"]),
    }));
  const cases = [...casesOf("invalid", invalid ?? []), ...casesOf("valid", valid ?? [])];
  if (cases.length > 0) return { cases };
  return { diagnostics: [caseFault(path, `${path} has no snippets.`)] };
}
