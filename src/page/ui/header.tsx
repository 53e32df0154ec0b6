import type { PageData } from "../../model/page/page-data.ts";
import type { Look, Theme } from "./look.ts";
import { Text } from "./pieces/text.tsx";
import { durationText, timeText } from "./pieces/words.ts";

const THEMES: Readonly<Record<Theme, readonly [next: Theme, label: string]>> = {
  auto: ["light", "Colors: auto"],
  light: ["dark", "Colors: light"],
  dark: ["auto", "Colors: dark"],
};

/** The run and its outcome, and the settings of the page. */
export function Header(props: {
  readonly data: PageData;
  readonly look: Look;
  readonly onHelp: () => void;
}) {
  const { data, look, onHelp } = props;
  const { run, outcome, exitCode } = data;
  const [next, label] = THEMES[look.theme];
  const isGood = exitCode === 0 && outcome === "ok";
  return (
    <header class="head">
      <div>
        <h1>
          <span class="brand">Sluice</span> {run.command}
          <span
            class={`badge ${isGood ? "s-applied" : outcome === "held" ? "s-held" : "s-failed"}`}
          >
            {outcome}
          </span>
        </h1>
        <p class="sub">
          <Text>{run.id}</Text> · {timeText(run.startedAt)} · {durationText(run.durationMs)} · exit
          code {exitCode}
          {data.policy !== null && (
            <>
              {" "}
              · policy <Text>{data.policy.source}</Text>
            </>
          )}
        </p>
      </div>
      <div class="tools">
        <button type="button" class="small" onClick={() => look.set({ theme: next })}>
          {label}
        </button>
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
