import { lstatSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keepNewest } from "./keep-newest.ts";
import { makeFolders, PRIVATE } from "./make-folders.ts";
import { findUserFolder, type UserState } from "./user-folder.ts";
import { UserKey } from "./user-key.ts";

/** The most plans that are remembered. */
const MOST_PLANS = 500;

/** The name of a plan: a seal. */
const NAME = /^[\w-]{43}$/;

/** A plan that was derived in a root. */
interface DerivedPlan {
  readonly root: string;
  /** The sha256 of its content. */
  readonly digest: string;
  /** The build of Sluice that derived it. */
  readonly build: string;
}

/**
 * The plans that earlier runs of this user derived on this machine: an empty file for each, beside the key, whose name
 * only the holder of the key can make. Plans that cannot be remembered are derived again.
 */
export class KnownPlans {
  readonly #state: UserState;
  readonly #key: UserKey;

  constructor(state: UserState) {
    this.#state = state;
    this.#key = new UserKey(state);
  }

  add(plan: DerivedPlan): void {
    try {
      const name = this.#key.seal(...textsOf(plan));
      const folder = this.#folder();
      if (name === undefined || folder === undefined) return;
      makeFolders(folder, PRIVATE);
      writeFileSync(join(folder, name), "", { mode: 0o600 });
      keepNewest(folder, MOST_PLANS, NAME);
    } catch {
      // Not writable: the plan is derived again.
    }
  }

  has(plan: DerivedPlan): boolean {
    try {
      const name = this.#key.knownSeal(...textsOf(plan));
      const folder = this.#folder();
      if (name === undefined || folder === undefined) return false;
      return lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true;
    } catch {
      return false; // Not readable.
    }
  }

  #folder(): string | undefined {
    const folder = findUserFolder(this.#state);
    return folder === undefined ? undefined : join(folder, "plans");
  }
}

function textsOf({ root, digest, build }: DerivedPlan): readonly string[] {
  return ["plan", build, realpathSync.native(root), digest];
}
