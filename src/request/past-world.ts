import type { EmitEvent } from "../model/events.ts";
import type { World } from "../model/world.ts";

/** The part of the world that commands about past runs use. */
export interface PastWorld
  extends Pick<World, "env" | "self" | "now" | "after" | "newRunId" | "interrupted"> {
  readonly emit: EmitEvent;
}
