import type { OwnPull } from "../forge/pulls.ts";
import { placesOf } from "../landing/held-text.ts";
import type { Plan, PlannedRecipe } from "../plan-file/plan.ts";
import { pullBody } from "../report/pull/pull-body.ts";
import { shellWord } from "../shared/shell-word.ts";
import type { PublishGroup } from "./groups.ts";
import type { PublishingPolicy } from "./publishing-policy.ts";
import { markLine, NO_CONTENT, readMark } from "./pull-mark.ts";
import type { WritingContext } from "./write-pull.ts";

/** The things that all bodies of a campaign have. */
interface BodyContext {
  readonly policy: PublishingPolicy;
  readonly campaign: string;
  /** UTF-16 code units. */
  readonly limit: number;
}

/** Returns the functions that write the bodies of pull requests. */
export function openBodies(
  plan: Plan,
  { policy, campaign, limit }: BodyContext,
): Pick<WritingContext, "bodyOf" | "closedBodyOf"> {
  const rulePlaces = placesOf(policy);
  const commands = commandsFor(plan);
  return {
    bodyOf: ({ text, actions, others, content }: PublishGroup, mark) =>
      pullBody({
        marker: markLine({ campaign, content, ...mark }),
        intro: text,
        actions,
        left: others,
        rulePlaces,
        commands,
        planDigest: plan.digest,
        elsewhere: "the report of the run has everything",
        limit,
      }),
    closedBodyOf: (pull) => closedBody(pull, campaign, limit),
  };
}

/** Returns the body of one of which nothing is left: it says so, and keeps what it was about. */
function closedBody({ body, head }: OwnPull, campaign: string, limit: number): string {
  const tip = readMark(body)?.tip ?? head;
  const mark = markLine({ campaign, content: NO_CONTENT, tip, missing: undefined });
  const first = `${mark}\n\nClosed: the plan has nothing left for it.\n\n---\n\n`;
  const rest = body.split("\n").slice(1).join("\n").trim();
  return first.length + rest.length <= limit ? `${first}${rest}\n` : `${first.slice(0, -7)}\n`;
}

/** Returns the commands that make the same again. */
function commandsFor({ recipes, policy }: Plan): readonly string[] {
  const names = recipes.map(nameOf);
  const by = policy.builtIn ?? policy.path;
  if (names.includes(undefined) || by === null) return [];
  const words = names.map((name) => shellWord(name ?? "")).join(" ");
  const plan = `sluice plan ${words} --policy ${shellWord(by)} -o plan.json`;
  return [plan, "sluice publish plan.json --dry-run"];
}

/** Returns the word for a recipe on a command line; undefined for one in no file that others have. */
function nameOf({ path, shipped, git, name }: PlannedRecipe): string | undefined {
  return path ?? git ?? (shipped === null ? undefined : `shipped:${name}`);
}
