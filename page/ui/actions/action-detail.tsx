import type { ComponentChildren } from "preact";
import type { PageAction, PageActionDetail } from "../../../src/model/page/page-action.ts";
import type { PageData } from "../../../src/model/page/page-data.ts";
import { DecideHere } from "../held/decide-here.tsx";
import { CopyButton } from "../pieces/copy-button.tsx";
import { Block, StateBadge, Text } from "../pieces/text.tsx";
import { readAction } from "../read-data.ts";
import type { ViewProps } from "../view-props.ts";
import { ActionFiles } from "./action-files.tsx";
import { Evidence } from "./evidence.tsx";
import { RulePlace } from "./rule-place.tsx";

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

/** How an action ended and why: the reason, the verdict with its rule, and what went wrong. */
function Outcome(props: {
  readonly action: PageAction;
  readonly detail: PageActionDetail;
  readonly policy: PageData["policy"];
}) {
  const { action, detail, policy } = props;
  const { state, why, verdict, rule, isStale } = action;
  const { modelReason, applyError, checks = [], extra } = detail;
  return (
    <div class={`outcome e-${state}`}>
      <p class="why">{why === undefined ? "No policy decided." : <Text>{why}</Text>}</p>
      <dl>
        {verdict !== undefined && <Row name="Verdict">{verdict}</Row>}
        {rule !== undefined && (
          <Row name="Rule">
            <code>
              <Text>{rule}</Text>
            </code>{" "}
            <RulePlace rule={rule} policy={policy} />
          </Row>
        )}
        {isStale && <Row name="Stale">Its files were not as in the preview.</Row>}
        <TextRow name="The model" text={modelReason} />
        <TextRow name="Error" text={applyError} />
        {checks.map(({ name, outcome }) => (
          <Row key={name} name="Check">
            <Text>{name}</Text>: {outcome}
          </Row>
        ))}
      </dl>
      {extra !== undefined && <Block of={extra} />}
    </div>
  );
}

function Row(props: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </>
  );
}

function TextRow({ name, text }: { readonly name: string; readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Row name={name}>
      <Text>{text}</Text>
    </Row>
  );
}
