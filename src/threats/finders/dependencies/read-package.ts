import { isRecord } from "../../../shared/is-record.ts";
import type { Finding } from "../../code/scanned-text.ts";
import { INSTALL_SCRIPT, SECTIONS } from "../../tables/dependencies.ts";

/** Returns the packages of a `package.json` or the like, and the scripts that run when it is installed. */
export function readPackage(text: string): readonly Finding[] | undefined {
  const manifest = parsed(text);
  if (!isRecord(manifest)) return text.trim() === "" ? [] : undefined;
  const found: Finding[] = [];
  for (const section of SECTIONS)
    for (const [name, value] of entriesOf(manifest[section]))
      found.push(entry(text, section, name, value));
  const { pnpm } = manifest;
  for (const [key, nested] of entriesOf(pnpm))
    for (const [name, value] of entriesOf(nested))
      found.push(entry(text, `pnpm.${key}`, name, value));
  for (const [name, value] of entriesOf(manifest.scripts))
    if (INSTALL_SCRIPT.test(name)) found.push(entry(text, "install script", name, value));
  return found.sort((a, b) => a.at - b.at);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined; // Its packages are not known.
  }
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((name) => [String(name), ""]);
  return isRecord(value) ? Object.entries(value) : [];
}

function entry(text: string, section: string, name: string, value: unknown): Finding {
  const shown = typeof value === "string" ? value : JSON.stringify(value);
  const title = `${section} ${name}`;
  const from = Math.max(0, text.indexOf(JSON.stringify(section)));
  const at = Math.max(0, text.indexOf(JSON.stringify(name), from));
  return {
    at,
    key: `${title} ${shown}`,
    text: `${title} ${shown}`.trim(),
    name: title,
    value: shown,
  };
}
