import type { Diagnostic } from "../../model/diagnostic.ts";
import { promptsOf, type Recipe } from "../../model/recipe/recipe.ts";
import type { RunRequest } from "../../request/request.ts";
import { shown } from "../../shared/shown.ts";

/** Reports everything in a request that cannot be dealt to shards. */
export function refuseShard(
  { command, staged, why }: Pick<RunRequest, "command" | "staged" | "why">,
  recipes: readonly Recipe[],
): readonly Diagnostic[] {
  const faults: (readonly [message: string, hint: string])[] = [];
  if (command === "run") faults.push([WRITES, WAY]);
  if (staged)
    faults.push(["--staged and --shard cannot be used together.", "Leave one of them out."]);
  if (why)
    faults.push(["--why explains all files, and --shard has a part of them.", "Leave one out."]);
  for (const recipe of recipes)
    if (promptsOf(recipe).length > 0)
      faults.push([
        `--shard: the recipe ${shown(recipe.name)} has a prompt, which is about all files.`,
        "Run it without --shard, on one machine.",
      ]);
  return faults.map(([message, hint]) => ({
    code: "invalid-option",
    severity: "error",
    message,
    hint,
  }));
}

const WRITES = "`run` takes no --shard: its policy decides by what all shards find together.";
const WAY =
  "Use `plan --shard 1/4 -o plan-1.json` on each machine, then `merge plan-*.json -o plan.json`, and `apply plan.json`.";
