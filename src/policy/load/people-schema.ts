import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { text } from "../../shared/schema/schema-parts.ts";

/** Words that mean a group of people where they stand alone. In a list they would be somebody's login. */
const WORDS = ["owners", "write"];

/** People and teams of a forge: `octocat`, `org/team`, on GitLab also `group/subgroup`. */
export function peopleSchema() {
  return z.array(text.superRefine(checkPerson)).min(1).max(INPUT_LIMITS.people);
}

function checkPerson(name: string, context: z.RefinementCtx<string>): void {
  const message = faultOf(name);
  if (message !== undefined) context.addIssue({ code: "custom", message });
}

function faultOf(name: string): string | undefined {
  if (WORDS.includes(name))
    return `must name a person or a team: \`${name}\` stands without a list`;
  const bare = name.replace(/^@/, "");
  if (!/^\w[\w.-]*(\/\w[\w.-]*)*$/.test(bare) || bare.length > INPUT_LIMITS.labelLength)
    return "must be a login or a team, such as `octocat` or `org/team`";
  return bare === name ? undefined : `must be written without \`@\`: \`${bare}\``;
}

/** True for the name of a team. */
export function isTeam(name: string): boolean {
  return name.includes("/");
}
