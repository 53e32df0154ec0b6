import type { Finding } from "../../code/scanned-text.ts";

/** Tables whose keys are packages, and keys whose lists name some. */
const TABLE =
  /(^|\.)((dev-|build-|dev_)?dependencies|dev-packages|packages|group\.[\w-]+\.dependencies|patch(\.|$).*|replace)$/;
const OF_PACKAGE = /(^|\.)(?:dev-|build-)?dependencies\.("?[\w.-]+"?)$/;
const LIST = /^(dependencies|requires|[\w-]+)$/;
const LISTING = /(^|\.)(project|build-system|dependency-groups|project\.optional-dependencies)$/;

/** The most code units of a line that is read. */
const LONGEST_LINE = 10_000;

/** Returns the packages of a `pyproject.toml`, a `Cargo.toml` or a `Pipfile`, line by line. */
export function readToml(text: string): readonly Finding[] | undefined {
  const found: Finding[] = [];
  let table = "";
  let list: string | undefined;
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    if (line.length > LONGEST_LINE) return undefined;
    const code = line.replace(/(^|\s)#.*$/, "");
    const header = /^\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}\s*$/.exec(code)?.[1];
    if (header !== undefined && list === undefined) {
      table = header.replace(/["'\s]/g, "");
      const own = OF_PACKAGE.exec(header)?.[2];
      if (own !== undefined) found.push(item(table, own.replace(/"/g, ""), "", index));
      continue;
    }
    const [, key, value = ""] = /^\s*["']?([\w.@/-]+)["']?\s*=\s*(.*)$/.exec(code) ?? [];
    if (list === undefined && key !== undefined) {
      if (TABLE.test(table)) found.push(item("package", key, value.trim(), index));
      else if (table === "package" && key === "build")
        found.push(item("build script", key, value, index));
      else if (isList(table, key, value)) list = `${table}.${key}`;
    }
    if (list === undefined) continue;
    for (const { 1: named = "", index: at } of code.matchAll(/["']([^"'\n]+)["']/g)) {
      const [, name = named, version = ""] = /^([\w.-]+)(.*)$/.exec(named) ?? [];
      found.push(item("package", name, version.trim(), index + at));
    }
    if (/\]\s*$/.test(code.trimEnd())) list = undefined;
  }
  return found;
}

function isList(table: string, key: string, value: string): boolean {
  if (!value.startsWith("[") || !LISTING.test(table) || !LIST.test(key)) return false;
  return table !== "project" || key === "dependencies";
}

function item(kind: string, name: string, value: string, at: number): Finding {
  const text = `${kind} ${name}${value === "" ? "" : ` ${value}`}`;
  return { at, key: text, text, name: `${kind} ${name}`, value };
}
