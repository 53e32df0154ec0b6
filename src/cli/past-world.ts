import picocolors from "picocolors";
import { prettyNotice } from "../report/pretty-notice.ts";
import type { PastWorld } from "../request/past-world.ts";
import type { CliWorld } from "./cli-world.ts";

/** Returns the world of a command about past runs; its logs go to standard error. */
export function pastWorld(
  style: { readonly quiet: boolean; readonly verbose: boolean },
  world: CliWorld,
): PastWorld {
  const colors = picocolors.createColors(false);
  return {
    ...world,
    emit(event) {
      world.stderr.write(prettyNotice(event, style, colors));
    },
  };
}
