import type { CodeLoss } from "../../model/action/code-loss.ts";
import type { Language } from "../language/language.ts";
import type { Span } from "../text/span.ts";
import type { StatementEdges } from "./joined-statements.ts";
import type { Leaf } from "./leaves.ts";

/** The code that a replacement loses, as far as the text before it tells. Plain data. */
export interface MatchLosses extends Span {
  readonly opId: string;
  readonly language: Language;
  readonly losses: readonly CodeLoss[];
  /** The comments in its place, if one of them may be lost. Those that the op names are not among them. */
  readonly comments: readonly Leaf[];
  /** The ends at which its statement may become one with its neighbour. */
  readonly edges: StatementEdges | undefined;
}
