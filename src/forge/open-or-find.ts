import { ForgeFault } from "./forge.ts";
import type { OwnPull } from "./pulls.ts";

/** Opens a pull request; if that is refused because there is one, or its outcome is not known, looks for it. */
export async function openOrFind(
  open: () => Promise<OwnPull>,
  find: () => Promise<readonly OwnPull[]>,
): Promise<OwnPull> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof ForgeFault) || error.kind === "stopped") throw error;
    // An answer that cannot be read is one of a request that was perhaps done.
    const isUncertain = error.isUncertain || error.kind === "failed";
    if (error.kind !== "refused" && !isUncertain) throw error;
    const [found] = await find();
    if (found !== undefined) return found;
    throw new ForgeFault(error.kind, error.message, { isUncertain });
  }
}
