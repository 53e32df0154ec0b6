import { StateFolderError } from "../apply/state/run-folder.ts";
import { packagePlaces } from "../config/prepare/package-places.ts";
import type { World } from "../model/world.ts";
import { listRuns } from "../past/list-runs.ts";
import { countOf } from "../shared/count-of.ts";
import { examineHooks } from "./doctor/examine-hooks.ts";
import { examineMachine } from "./doctor/examine-machine.ts";
import { examineState } from "./doctor/examine-state.ts";
import { examineTrust } from "./doctor/examine-trust.ts";
import { broken, type Finding, note, ok } from "./doctor/finding.ts";
import type { ValidateRequest } from "./validate-files.ts";

export type { Finding } from "./doctor/finding.ts";

/** The root to look at, and what of it is trusted. */
type DoctorRequest = Omit<ValidateRequest, "allowCode">;

/**
 * `sluice doctor`: looks at everything that a run needs, without running it. Only reads, and loads no code of the tree.
 * Ends early when the signal fires, and says so. The root is a folder.
 */
export async function examine(
  request: DoctorRequest,
  world: World,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const { root } = request;
  // Nothing of the root's own packages is loaded, whatever is trusted.
  const places = packagePlaces(
    { ...request, allowCode: false },
    { mode: "all", base: null },
    world,
  );
  const parts: readonly Look[] = [
    () => examineMachine(root, world, signal),
    async () => examineState(root, world),
    withEngine(async () => {
      const { examineLanguages } = await import("./doctor/examine-languages.ts");
      return examineLanguages(root, world, places, signal);
    }),
    withEngine(() => examineConfiguration(request, world, signal)),
    () => examineRuns(root, world),
    () => examineHooks(root, world, signal),
  ];
  const findings: Finding[] = [];
  for (const look of parts) {
    const found = signal.aborted ? [] : await look(findings);
    if (!signal.aborted) findings.push(...found); // Otherwise an error may come from the end itself.
  }
  return signal.aborted ? [...findings, STOPPED] : findings;
}

/** A part of the examination, which knows the findings before it. */
type Look = (before: readonly Finding[]) => Promise<readonly Finding[]>;

/** Returns a look that loads the engine: it finds nothing where the engine cannot be loaded, which is reported. */
function withEngine(look: () => Promise<readonly Finding[]>): Look {
  return async (before) => (before.some(lacksEngine) ? [] : look());
}

/** True for the finding of a machine on which no recipe can run. */
export function lacksEngine({ about, state }: Finding): boolean {
  return about === "engine" && state === "broken";
}

const STOPPED = broken("doctor", "Ended before everything was looked at.", "Give it more time.");

/** The files that configure a run, if their trust can be had. */
async function examineConfiguration(
  request: DoctorRequest,
  world: World,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const trust = await examineTrust(request, world, signal);
  if (trust.some(({ state }) => state === "broken")) return trust;
  const { validateFiles } = await import("./validate-files.ts");
  const { files } = await validateFiles([], { ...request, allowCode: false }, world, signal);
  const faults = files.flatMap(({ path, kind, diagnostics }): readonly Finding[] => {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const [first] = errors;
    if (first === undefined) return [];
    const place = first.line === undefined ? path : `${path}:${first.line}:${first.column ?? 1}`;
    const more = errors.length === 1 ? "" : ` And ${errors.length - 1} more.`;
    const message = `${place}: ${first.message}${more}`;
    return [broken(kind === "unknown" ? "file" : kind, message, `sluice validate ${path}`)];
  });
  const valid = files.filter(
    ({ diagnostics }) => !diagnostics.some(({ severity }) => severity === "error"),
  );
  const recipes = valid.filter(({ kind }) => kind === "recipe").length;
  const pathOf = (wanted: string) => valid.find(({ kind }) => kind === wanted)?.path;
  const named = files.find(({ policy }) => policy !== undefined)?.policy;
  const project = pathOf("project");
  const isOpen = faults.some(({ about }) => about === "project"); // It may name another policy.
  const policy = isOpen ? undefined : (named ?? pathOf("policy"));
  const hasPolicy =
    isOpen || policy !== undefined || faults.some(({ about }) => about === "policy");
  return [
    ...trust,
    ok(
      "recipes",
      `${recipes === 0 ? "none" : countOf(recipes, "recipe")} of the tree; \`sluice list\` shows all`,
    ),
    ...(policy === undefined ? [] : [ok("policy", policy)]),
    ...(hasPolicy ? [] : [NO_POLICY]),
    ...(project === undefined ? [] : [ok("project", project)]),
    ...faults,
  ];
}

const NO_POLICY = note(
  "policy",
  "There is no sluice.policy.yaml: `run` and `plan` need --policy.",
  "sluice init, or --policy safe",
);

async function examineRuns(root: string, world: World): Promise<readonly Finding[]> {
  let runs: Awaited<ReturnType<typeof listRuns>>;
  try {
    runs = await listRuns(root, world);
  } catch (error) {
    if (!(error instanceof StateFolderError)) throw error;
    return [broken("runs", error.message, "Look at .sluice, and remove what is not Sluice's.")];
  }
  const inState = (wanted: string) => runs.filter(({ summary }) => summary.state === wanted);
  const held = runs.reduce((sum, { summary }) => sum + summary.held, 0);
  const [cut, brought] = [inState("cut-off"), inState("brought")];
  return [
    ok("runs", countOf(runs.length, "past run")),
    ...cut.map(({ summary }) => broken("runs", `Run ${summary.id} was killed.`, "sluice recover")),
    ...(held === 0
      ? []
      : [note("runs", `${countOf(held, "action")} held for a person.`, "sluice runs")]),
    ...(brought.length === 0
      ? []
      : [
          note(
            "runs",
            "The repository has .sluice in it: its runs are not believed.",
            "git rm -r --cached .sluice",
          ),
        ]),
  ];
}
