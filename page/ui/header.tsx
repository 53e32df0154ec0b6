import type { PageData } from "../../src/model/page/page-data.ts";
import type { Look } from "./look.ts";
import { Text } from "./pieces/text.tsx";
import { durationText, timeText } from "./pieces/words.ts";
import { ThemeButton } from "./theme-button.tsx";

/** The run and its outcome, and the settings of the page. */
export function Header(props: {
  readonly data: PageData;
  readonly look: Look;
  readonly onHelp: () => void;
}) {
  const { data, look, onHelp } = props;
  return (
    <header class="head">
      <RunTitle data={data} />
      <div class="tools">
        <ThemeButton look={look} />
        <button type="button" class="small" onClick={() => window.print()}>
          Print
        </button>
        <button type="button" class="small" aria-label="Keys" onClick={onHelp}>
          ?
        </button>
      </div>
    </header>
  );
}

function RunTitle({ data: { run, outcome, exitCode, policy } }: { readonly data: PageData }) {
  const isGood = exitCode === 0 && outcome === "ok";
  const state = isGood ? "applied" : outcome === "held" ? "held" : "failed";
  return (
    <div>
      <h1>
        <span class="brand">Sluice</span> {run.command}
        <span class={`badge s-${state}`}>{outcome}</span>
      </h1>
      <p class="sub">
        <Text>{run.id}</Text> · {timeText(run.startedAt)} · {durationText(run.durationMs)} · exit
        code {exitCode}
        {policy !== null && (
          <>
            {" "}
            · policy <Text>{policy.source}</Text>
          </>
        )}
      </p>
    </div>
  );
}
