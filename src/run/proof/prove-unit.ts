import type { PolicyCheck } from "../../model/policy/checks.ts";
import type { Policy } from "../../model/policy.ts";
import type { CheckRunReport } from "../../model/report/report.ts";
import type { Workspace } from "../../model/workspace.ts";
import type { CheckRuns, Proof } from "../checks/check-runs.ts";
import { failureText, unprovenText } from "../checks/check-words.ts";
import { type FoundPassing, findPassing, type TestOutcome } from "../checks/find-passing.ts";
import type { KeptOutcome } from "../state/action-outcome.ts";
import type { RunStop } from "../state/run-stop.ts";
import type { CheckUnit } from "./check-unit.ts";
import type { Fate } from "./fate.ts";
import { Fates } from "./fates.ts";
import type { Rewriter } from "./rewriter.ts";
import { TreeVariants } from "./tree-variants.ts";

/** The state of a run that proofs need. */
export interface Proving {
  readonly policy: Policy;
  readonly checks: CheckRuns;
  readonly writer: Rewriter;
  readonly workspace: Workspace;
  readonly stop: RunStop;
}

/** The actions of a unit that do not stand, and the changes of those that do. */
export interface UnitEnd {
  readonly fates: ReadonlyMap<string, Fate>;
  readonly changesOf: TreeVariants["changesOf"];
  /** The last failure; undefined if all checks have passed at once. */
  readonly failure: Extract<Proof, { kind: "failed" }> | undefined;
}

/**
 * Runs the checks of a unit on the tree, and takes back what does not pass. `applied` has all actions that may share
 * files with those of the unit, in the order of writing.
 */
export function proveUnit(
  unit: CheckUnit,
  applied: readonly KeptOutcome[],
  proving: Proving,
): Promise<UnitEnd> {
  return new UnitProof(unit, applied, proving).prove();
}

type Failure = Extract<Proof, { kind: "failed" }>;

class UnitProof {
  readonly #unit: CheckUnit;
  readonly #proving: Proving;
  readonly #variants: TreeVariants;
  readonly #files: ReadonlySet<string>;
  readonly #fates: Fates;
  #open: readonly string[];
  #failure: Failure | undefined;

  constructor(unit: CheckUnit, applied: readonly KeptOutcome[], proving: Proving) {
    this.#unit = unit;
    this.#proving = proving;
    this.#open = unit.ids;
    this.#variants = new TreeVariants(applied, proving.workspace, proving.writer);
    this.#files = this.#variants.paths;
    this.#fates = new Fates(this.#variants);
  }

  async prove(): Promise<UnitEnd> {
    const { onFailure } = this.#unit;
    while (this.#open.length > 0) {
      const proof = await this.#run(this.#open, this.#open);
      if (proof.kind === "passed") {
        await this.#refuseWritten(proof.wrote);
        break;
      }
      if (proof.kind === "failed") this.#failure = proof;
      const blamed = this.#open.filter((id) => this.#names(id, proof.check));
      if (proof.kind === "failed" && onFailure === "bisect" && blamed.length > 1) {
        await this.#bisect(blamed, proof);
        break;
      }
      const isRun = proof.kind === "failed";
      const reason = isRun ? failureText(proof.run) : unprovenText(proof.check, proof.why);
      await this.#takeBack(blamed, { reason, check: proof.check.name, isRun });
      if (isRun && onFailure === "fail") this.#endRun(proof.run);
    }
    await this.#noteProved();
    return {
      fates: this.#fates.all,
      failure: this.#failure,
      changesOf: (changes) => this.#variants.changesOf(changes),
    };
  }

  /** Notes in the journal that what stands is proved. */
  async #noteProved(): Promise<void> {
    for (const check of this.#unit.checks) {
      const actions = this.#open.filter((id) => this.#names(id, check));
      const proof = { kind: "proved", check: check.name, actions } as const;
      if (actions.length > 0) await this.#proving.writer.noteProof(proof);
    }
  }

  /** Fails the actions whose files a check has changed: it did not prove what the policy decided on. */
  async #refuseWritten(wrote: ReadonlySet<string>): Promise<void> {
    const changed = await this.#variants.findChanged(wrote);
    for (const [id, path] of changed) {
      const reason = `Its checks passed, but ${path} changed while they ran: what they proved is another text.`;
      if (this.#open.includes(id)) this.#fates.leave(id, reason);
    }
    this.#open = this.#open.filter((id) => !this.#fates.all.has(id));
  }

  /** Ends the run: nothing more is applied, and no other check runs. */
  #endRun(run: CheckRunReport): void {
    const { stop, checks } = this.#proving;
    checks.end();
    const reason = `A check of the policy ended the run. ${failureText(run)}`;
    stop.endBy({ verdict: "discard", reason, ruleId: "checks", trace: [] });
  }

  /** Runs the checks that one of the `asking` actions has to pass, while `ids` stand. */
  #run(asking: readonly string[], ids: readonly string[]): Promise<Proof> {
    const { rule, checks, since } = this.#unit;
    const asked = checks.filter((check) => asking.some((id) => this.#names(id, check)));
    return this.#proving.checks.prove(asked, { ids, rule, files: this.#files, since });
  }

  #names(id: string, { name }: PolicyCheck): boolean {
    return this.#unit.checksOf(id).some((check) => check.name === name);
  }

  /** Takes actions back, and those that rest on them. */
  async #takeBack(ids: readonly string[], fate: Omit<Fate, "kind">): Promise<void> {
    this.#fates.takeBack(ids, fate);
    await this.#moveToKept(fate.reason);
  }

  /** Moves the tree to the variant without everything that does not stand. */
  async #moveToKept(why: string): Promise<void> {
    this.#fates.settle(await this.#variants.moveTo(this.#fates.gone, why));
    this.#open = this.#open.filter((id) => !this.#fates.all.has(id));
  }

  /** Keeps a largest set of the actions that passes, and takes back the others. */
  async #bisect(blamed: readonly string[], first: Failure): Promise<void> {
    const before = this.#fates.gone;
    const test = async (ids: readonly string[]): Promise<TestOutcome<Failure>> => {
      const kept = new Set(ids);
      const out = blamed.filter((id) => !kept.has(id));
      const why = `Looks for the actions because of which check \`${first.check.name}\` fails.`;
      const variant = await this.#variants.moveTo(new Set([...before, ...out]), why);
      if (variant.kind === "refused") return { kind: "unknown", why: variant.why };
      const [other] = [...variant.stuck.values(), ...variant.lost.values()];
      if (other !== undefined) return { kind: "unknown", why: other };
      const standing = this.#unit.ids.filter((id) => variant.standing.has(id));
      const proof = await this.#run(this.#open, standing);
      if (proof.kind === "unproven") return { kind: "unknown", why: proof.why };
      return proof.kind === "passed" ? { kind: "passed" } : { kind: "failed", failure: proof };
    };
    await this.#end(await findPassing(blamed, first, test), first);
  }

  async #end(found: FoundPassing<string, Failure>, first: Failure): Promise<void> {
    const { guilty, isBroken, unproven } = found;
    const manner = isBroken ? " without it, too" : " with it, and passes without it";
    for (const [id, { run, check }] of guilty)
      this.#fates.takeBack([id], {
        reason: failureText(run, manner),
        check: check.name,
        isRun: true,
      });
    const { name } = first.check;
    const reason = unprovenText(first.check, unproven.why);
    this.#fates.takeBack(unproven.items, { reason, check: name, isRun: false });
    await this.#moveToKept(`Check \`${name}\` failed.`);
  }
}
