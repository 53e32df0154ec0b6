import { ToolError } from "../../model/tool-error.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import type { Shadow } from "./shadow.ts";

/** Refuses a program that wrote to things outside of its copy which are not watched as files of the tree are. */
export function refuseForeignWrites(
  shadow: Pick<Shadow, "changedSettings" | "changedLinks">,
  what: "command" | "formatter",
): void {
  const settings = shadow.changedSettings();
  if (settings.length > 0)
    throw new ToolError(
      `Settings of the repository itself were changed while the ${what} ran: ${boundedList(settings, 10)}. ` +
        `Nothing of the ${what} is queued. Look at them before you use git here.`,
    );
  const touched = shadow.changedLinks();
  if (touched.length > 0)
    throw new ToolError(
      `The ${what} wrote through \`link\`, which is for reading: ${boundedList(touched, 10)}. ` +
        "Nothing of it is queued, and what it wrote there stays.",
    );
}
