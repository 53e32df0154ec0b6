import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { partsOf, UnknownExports } from "./found-exports.ts";

/** Yields the names of a file of Rust with `pub`, those of `pub use`, `* from a::b`, and exported macros. */
export function* rustExports(root: SgNode): Generator<string> {
  let isExportedMacro = false;
  for (const item of partsOf(root)) {
    const kind = kindOf(item);
    if (kind === "attribute_item") {
      isExportedMacro ||= item.text().includes("macro_export");
      continue;
    }
    if (kind.endsWith("comment")) continue;
    if (kind === "foreign_mod_item") yield* foreignNames(item);
    else if (kind === "macro_definition" && isExportedMacro) yield `${item.field("name")?.text()}!`;
    else if (isPublic(item)) yield* publicNames(item);
    isExportedMacro = false;
  }
}

/** Yields the names of `extern "C" { pub fn a(); }`. */
function* foreignNames(item: SgNode): Generator<string> {
  const body = item.field("body");
  for (const inner of body ? partsOf(body) : []) if (isPublic(inner)) yield* publicNames(inner);
}

/** True for `pub`; `pub(crate)` is not for others. */
function isPublic(item: SgNode): boolean {
  const [first] = partsOf(item);
  return first !== undefined && kindOf(first) === "visibility_modifier" && first.text() === "pub";
}

function* publicNames(item: SgNode): Generator<string> {
  const kind = kindOf(item);
  if (kind === "use_declaration") {
    const used = item.field("argument");
    if (used) yield* usedNames(used, "");
  } else {
    const name = item.field("alias") ?? item.field("name");
    if (!name) throw new UnknownExports();
    yield name.text();
  }
}

/** Yields the names of the tree of a `use`; `path` is in front of it. */
function* usedNames(used: SgNode, path: string): Generator<string> {
  const kind = kindOf(used);
  const within = (name: string) => (path === "" ? name : `${path}::${name}`);
  if (kind === "use_as_clause") yield used.field("alias")?.text() ?? "";
  else if (kind === "use_wildcard")
    yield `* from ${within(used.text().replace(/(::)?\*$/, ""))}`.replace(/::$/, "");
  else if (kind === "scoped_use_list") {
    const list = used.field("list");
    if (list) yield* usedNames(list, within(used.field("path")?.text() ?? ""));
  } else if (kind === "use_list") for (const part of partsOf(used)) yield* usedNames(part, path);
  else if (kind === "self") yield path.split("::").at(-1) ?? "";
  else if (kind === "scoped_identifier") yield used.field("name")?.text() ?? "";
  else if (!kind.endsWith("comment")) yield used.text();
}
