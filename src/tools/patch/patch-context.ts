import type { Alert } from "../../model/alert.ts";
import type { GivenPatch } from "../../model/patch/patch.ts";
import type { SearchFindings } from "../../model/search/search-findings.ts";
import type { TextEditContext } from "../text-edit/text-edit.ts";

/** The context of a call of `patch`. */
export interface PatchContext extends TextEditContext {
  /** The proposal of the caller, which no file of the tree has. */
  readonly givenPatch?: GivenPatch | undefined;
  readonly onSearched?: (findings: SearchFindings) => void;
  readonly onAlert?: (alert: Alert) => void;
}
