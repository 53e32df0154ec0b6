import { resolve } from "node:path";
import { isPathLike, isReference } from "../../config/sources/locate-recipe.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Fleet, FleetPolicy } from "../../model/fleet/fleet.ts";
import type { PlaceInText } from "../../model/place.ts";
import { findBuiltInPolicy } from "../../policy/built-in-policies.ts";
import { findPublishFaults } from "../../policy/load/publish-faults.ts";
import { normalizePublish } from "../../policy/load/publish-schema.ts";
import { checkShape } from "../../shared/schema/shape.ts";
import { diagnosticAt, parseYaml, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import { fleetName } from "./fleet-name.ts";
import { type WrittenFleet, writtenFleetSchema } from "./fleet-schema.ts";
import { parseEntries } from "./parse-entries.ts";

/** A fleet, or the faults of its file: all of them. */
export type ParsedFleet = FleetInFile | { readonly diagnostics: readonly Diagnostic[] };

/** A fleet, and where things are in its file. */
export interface FleetInFile {
  readonly fleet: Fleet;
  /** Returns the place of an input of the fleet, or of an entry by its number from 0. */
  readonly placeOfInput: (name: string, entry?: number) => PlaceInText;
}

/** Parses a fleet file. Its paths are relative to `folder`; `path` is the file as shown to people. Reads nothing. */
export function parseFleet(text: string, file: FleetFile): ParsedFleet {
  const parsed = parseText(text, file);
  if (!mayHoldSecret(text)) return parsed;
  if ("diagnostics" in parsed) return { diagnostics: parsed.diagnostics.map(withoutFrame) };
  const { fleet, placeOfInput } = parsed;
  return { fleet, placeOfInput: (name, entry) => withoutFrame(placeOfInput(name, entry)) };
}

function withoutFrame<T extends Diagnostic | PlaceInText>(shown: T): T {
  const { frame: _frame, ...rest } = shown as { frame?: string };
  return rest as T; // Nobody needs a frame.
}

/** The place of a fleet file; see {@link parseFleet}. */
interface FleetFile {
  readonly path: string;
  readonly folder: string;
}

/** True if an address may have a password or a token in it, which no excerpt may show. A name of ssh is none. */
function mayHoldSecret(text: string): boolean {
  const plain = text.replace(/\bssh:\/\/[\w.+-]+@/gi, "");
  return /:\/\/.*[@?]|:\/\/\S*#|[^\s:]:[^\s@]+@[\w.-]+:/.test(plain);
}

function parseText(text: string, { path, folder }: FleetFile): ParsedFleet {
  const parsed = parseYaml(text, path);
  if ("diagnostics" in parsed) return parsed;
  const { source } = parsed;
  const shape = checkShape(writtenFleetSchema(), source.value, source);
  if (!("value" in shape)) return shape;
  const written = shape.value;
  const entries = parseEntries(written, folder, source);
  const faults = publishFaults(written, source);
  if ("diagnostics" in entries) return { diagnostics: [...faults, ...entries.diagnostics] };
  if (faults.length > 0) return { diagnostics: faults };
  const { recipes, policy, inputs = {} } = written;
  return {
    fleet: {
      name: fleetName(path),
      folder,
      recipes: recipes.map((name) => recipeName(name, folder)),
      policy: policyOf(policy, folder),
      inputs,
      publish: publishOf(written),
      entries: entries.entries,
    },
    placeOfInput: (name, entry) =>
      source.placeOfKey([...(entry === undefined ? [] : ["repositories", entry]), "inputs", name]),
  };
}

/** Names stay as they are; a path is one from the folder of the file. */
function recipeName(name: string, folder: string): string {
  return isPathLike(name) && !isReference(name) ? resolve(folder, name) : name;
}

function policyOf(policy: string, folder: string): FleetPolicy {
  if (policy === "repository") return { kind: "repository" };
  if (findBuiltInPolicy(policy) !== undefined) return { kind: "built-in", name: policy };
  return { kind: "file", path: resolve(folder, policy) };
}

function publishOf({ publish }: WrittenFleet): Fleet["publish"] {
  if (publish === undefined || publish === false) return undefined;
  return publish === true ? "policy" : normalizePublish(publish);
}

function publishFaults(written: WrittenFleet, source: YamlSource): readonly Diagnostic[] {
  const { publish, policy } = written;
  if (publish === true && findBuiltInPolicy(policy) !== undefined) {
    const message = `\`publish: true\` takes the \`publish\` of the policy, and \`${policy}\` has none.`;
    const hint = "Write a map under `publish`, or name a policy file.";
    return [diagnosticAt(source.placeOf(["publish"]), "invalid-value", message, { hint })];
  }
  return typeof publish === "object" ? findPublishFaults({ publish }, source) : [];
}
