import { AllNotices } from "../overview/notices.tsx";
import type { ViewProps } from "../view-props.ts";
import { Checks } from "./checks.tsx";
import { Configuration } from "./configuration.tsx";
import { Calls, Commits, Skipped, Sources, Steps } from "./entry-lists.tsx";
import { StepWhys } from "./step-whys.tsx";

/** How the run went: its steps, checks, commits and sources, and what was left alone. */
export function RunView({ data }: Pick<ViewProps, "data">) {
  const { steps, checks, commits, sources, skipped, calls, why } = data;
  return (
    <div class="page">
      <AllNotices data={data} />
      <Configuration data={data} />
      <Steps steps={steps} />
      {why !== undefined && <StepWhys why={why} />}
      <Checks checks={checks} durations={data.run.checkDurationsMs ?? []} />
      <Commits commits={commits} />
      <Skipped skipped={skipped} />
      <Calls calls={calls} />
      <Sources sources={sources} />
    </div>
  );
}
