import type { FindParams, FindStep } from "../../model/recipe/call-step.ts";
import { type AgentToolResult, textResult } from "../../model/tool.ts";
import { countOf } from "../../shared/count-of.ts";
import { previewCall } from "../ast-edit/preview/preview-call.ts";
import type { ToldPlaces } from "../ast-edit/search/collected-findings.ts";
import type { ComparedWithBase, FindContext } from "./find-shapes.ts";
import { stepFound } from "./step-found.ts";
import { wordsOfOp } from "./words-of-op.ts";

/** Runs a step `find`: searches as an edit does, and only tells. Queues nothing, and never writes. */
export async function runFind(
  { params }: Pick<FindStep, "params">,
  environment: FindContext,
): Promise<AgentToolResult> {
  const tells = Object.fromEntries(
    params.ops.map((op) => [op.id, wordsOfOp(op, params).message ?? ""]),
  );
  const search = { ...params, tells };
  const { told, searched, skipped, alerts } = await previewCall(search, environment);
  environment.onSearched?.({ searched, skipped, alerts });
  const compared = await comparedWithBase(search, told, environment);
  const found = stepFound(environment.owner, { params, told, compared });
  environment.onFound?.(found);
  const { total, files } = found.sum;
  return textResult(`${countOf(total, "finding")} in ${countOf(files, "file")}.`);
}

async function comparedWithBase(
  search: Parameters<typeof previewCall>[0] & Pick<FindParams, "expect">,
  told: readonly ToldPlaces[],
  environment: FindContext,
): Promise<ComparedWithBase | undefined> {
  if (search.expect.notMoreThan === undefined) return undefined;
  const { compareWithBase } = await import("./compare-with-base.ts"); // Few steps compare.
  return compareWithBase(search, told, environment);
}
