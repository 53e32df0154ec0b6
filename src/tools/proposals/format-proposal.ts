import type { Alert } from "../../model/alert.ts";
import { ToolError } from "../../model/tool-error.ts";
import { leftMessage } from "../format/format-notes.ts";
import { inStyleOf } from "../text-edit/line-ends.ts";
import { findEditTarget, type TextEditContext } from "../text-edit/text-edit.ts";
import type { TextProposal } from "./text-proposal.ts";

/** The context of a proposal that is formatted. */
export interface FormattingContext extends TextEditContext {
  /** Called for a text that stays as it was proposed. */
  readonly onAlert?: (alert: Alert) => void;
}

/** Returns a proposal with its text formatted. Throws a `ToolError` if the formatter fails, as for any refused text. */
export async function formatProposal(
  proposal: TextProposal,
  context: FormattingContext,
): Promise<TextProposal> {
  const { formatter, onAlert } = context;
  if (formatter === undefined) return proposal;
  const { path, before } = await findEditTarget(proposal.path, context);
  const { text } = proposal;
  const after = before === undefined ? text : inStyleOf(before.text, text);
  const [outcome] = await formatter.format([{ path, before: before?.text, after }]);
  if (outcome?.kind !== "done") throw new ToolError(`${path}: ${outcome?.message}.`);
  if (outcome.left !== undefined)
    onAlert?.({
      level: "warn",
      code: "not-formatted",
      message: leftMessage(path, outcome.left),
      path,
    });
  return { ...proposal, text: outcome.text };
}
