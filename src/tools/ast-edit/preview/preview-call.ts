import type { LanguageOf } from "../../../edit/language/file-languages.ts";
import type { Grammars } from "../../../edit/language/grammars.ts";
import type { Scope } from "../../../files/scope.ts";
import type { AstEditParams } from "../../../model/recipe.ts";
import type { SearchFindings } from "../../../model/search-findings.ts";
import type { SearchSettings } from "../../../model/search-settings.ts";
import type { Workspace } from "../../../model/workspace.ts";
import { type CallPreview, CollectedFindings } from "../search/collected-findings.ts";
import { findCandidates } from "../search/find-candidates.ts";
import { OpsOfFiles } from "../search/ops-of-files.ts";
import { languagesIn, refuseInvalidOps } from "../search/refuse-invalid-ops.ts";
import { searchFiles } from "../search/search-files.ts";

/** What a call needs of its surroundings. */
export interface CallEnvironment {
  readonly workspace: Workspace;
  readonly scope: Scope;
  readonly languageOf: LanguageOf;
  readonly grammars: Grammars;
  readonly search: SearchSettings;
  /** The call ends early, without a preview, when it fires (A22). */
  readonly signal: AbortSignal;
  /** Told every so many files, and after the last one. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Called once, when the search of a call is complete. */
  readonly onSearched?: (findings: SearchFindings) => void;
}

/** Searches the files of a call and plans its edits. Reads; never writes (A1). */
export async function previewCall(
  params: AstEditParams,
  environment: CallEnvironment,
): Promise<CallPreview> {
  const { grammars } = environment;
  const candidates = await findCandidates(environment, params);
  refuseInvalidOps(params.ops, languagesIn(candidates));
  const opsOfFiles = new OpsOfFiles(params, grammars, environment.search);
  const collected = new CollectedFindings(params, candidates);
  await searchFiles(candidates.files, { params, opsOfFiles, ...environment }, collected);
  return collected.finish();
}
