import type { PageAction } from "../../../model/page/page-action.ts";
import { DecideHere } from "../held/decide-here.tsx";
import { CopyButton } from "../pieces/copy-button.tsx";
import { StateBadge, Text } from "../pieces/text.tsx";
import { readAction } from "../read-data.ts";
import type { ViewProps } from "../view-props.ts";
import { ActionFiles } from "./action-files.tsx";
import { Evidence } from "./evidence.tsx";
import { Outcome } from "./outcome.tsx";

/** Everything about one action. */
export function ActionDetail(
  props: { readonly action: PageAction } & Pick<ViewProps, "data" | "look" | "decisions">,
) {
  const { action, data, look, decisions } = props;
  const detail = readAction(action);
  return (
    <article>
      <header>
        <h2>
          <StateBadge state={action.state} /> <Text>{action.label}</Text>
        </h2>
        <p class="sub">
          <Text>{`${action.recipe} › ${action.step}`}</Text> · <Text>{action.tool}</Text>{" "}
          <CopyButton text={action.id} label="Copy id" />
        </p>
      </header>
      <Outcome action={action} detail={detail} policy={data.policy} />
      {action.state === "held" && data.held.isKept && (
        <DecideHere action={action} decisions={decisions} />
      )}
      <ActionFiles detail={detail} look={look} />
      <Evidence action={action} detail={detail} data={data} />
    </article>
  );
}
