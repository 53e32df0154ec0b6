import type { Diagnostic } from "../model/diagnostic.ts";
import { INPUT_LIMITS } from "../model/input-limits.ts";
import type { Policy } from "../model/policy.ts";
import { diagnosticAt } from "../shared/yaml/yaml-source.ts";
import { composePolicy } from "./load/compose-policy.ts";
import type { LanguageNames } from "./load/language-names.ts";
import { type PolicyFile, readPolicyFile } from "./load/policy-file.ts";

export type { LanguageNames } from "./load/language-names.ts";
export type { PolicyFile } from "./load/policy-file.ts";

/** The outcome of loading a policy. If a diagnostic is an error, there is no policy. */
export interface LoadedPolicy {
  readonly policy?: Policy;
  /** All problems, not only the first. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A policy that another one extends, as it was read; otherwise a sentence that says why it is not. */
export type ExtendedPolicy =
  | { readonly written: string | object; readonly path: string }
  | { readonly fault: string; readonly hint?: string };

/** Reads a policy that the file at `from` extends: a path relative to that file, or the name of a package. */
export type ReadExtended = (name: string, from: string) => Promise<ExtendedPolicy>;

/**
 * Reads a policy (docs/design/policy.md) from its text, or from the object that it stands for. Reads no files
 * but those that `readExtended` returns; without it, `extends` is an error. The built-in guards for protected paths are
 * in force unless it lifts them; see `protected-groups.ts`.
 */
export async function loadPolicy(
  written: string | object,
  path: string,
  languages: LanguageNames,
  readExtended: ReadExtended = refuseExtended,
): Promise<LoadedPolicy> {
  const { files: _files, ...loaded } = await loadPolicyFiles(
    written,
    path,
    languages,
    readExtended,
  );
  return loaded;
}

/** A policy, and the files that it was put together from: its own first. */
export interface LoadedFiles extends LoadedPolicy {
  readonly files: readonly PolicyFile[];
}

/** Reads a policy like {@link loadPolicy}, and returns its files, too. */
export async function loadPolicyFiles(
  written: string | object,
  path: string,
  languages: LanguageNames,
  readExtended: ReadExtended,
): Promise<LoadedFiles> {
  const { file, diagnostics } = await readPolicyFile(written, path, languages);
  if (file === undefined) return { diagnostics, files: [] };
  const files: PolicyFile[] = [];
  const faults = await collect(file, [path], files, { languages, readExtended });
  if (faults.length > 0) return { diagnostics: [...diagnostics, ...faults], files };
  const composed = composePolicy(files);
  if ("diagnostics" in composed)
    return { diagnostics: [...diagnostics, ...composed.diagnostics], files };
  return { policy: composed.policy, diagnostics, files };
}

/** The ways by which the files of a policy are read. */
interface Loading {
  readonly languages: LanguageNames;
  readonly readExtended: ReadExtended;
}

/** Adds a file and those that it extends to `files`, each once, the nearest first. `chain` leads to the file. */
async function collect(
  file: PolicyFile,
  chain: readonly string[],
  files: PolicyFile[],
  loading: Loading,
): Promise<readonly Diagnostic[]> {
  files.push(file);
  const { extends: names = [] } = file.written;
  const diagnostics: Diagnostic[] = [];
  for (const [index, name] of [names].flat().entries()) {
    const at = typeof names === "string" ? ["extends"] : ["extends", index];
    const report = (message: string, hint?: string) =>
      diagnostics.push(
        diagnosticAt(file.source.placeOf(at), "invalid-value", message, hint ? { hint } : {}),
      );
    const extended = await loading.readExtended(name, file.path);
    if ("fault" in extended) report(extended.fault, extended.hint);
    else if (chain.includes(extended.path))
      report(`A policy extends itself: ${[...chain, extended.path].join(" → ")}.`);
    else if (
      chain.length >= INPUT_LIMITS.policyExtends ||
      files.length >= INPUT_LIMITS.policyExtends
    )
      report(`A policy extends at most ${INPUT_LIMITS.policyExtends} others.`);
    else if (!files.some(({ path }) => path === extended.path)) {
      const { written, path } = extended;
      const read = await readPolicyFile(written, path, loading.languages);
      diagnostics.push(...read.diagnostics);
      if (read.file)
        diagnostics.push(...(await collect(read.file, [...chain, path], files, loading)));
    }
  }
  return diagnostics;
}

function refuseExtended(name: string): Promise<ExtendedPolicy> {
  const fault = `The policy \`${name}\` cannot be read here.`;
  return Promise.resolve({ fault, hint: "A policy given as a text alone cannot extend others." });
}
