import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type {
  PageAction,
  PageActionDetail,
  PageActionFile,
} from "../../../src/model/page/page-action.ts";
import type { PageData } from "../../../src/model/page/page-data.ts";
import { DiffToggle } from "../diff/diff-toggle.tsx";
import { type DiffStyle, DiffView } from "../diff/diff-view.tsx";
import { DecideHere } from "../held/decide-here.tsx";
import type { Look } from "../look.ts";
import { CopyButton } from "../pieces/copy-button.tsx";
import { Fold } from "../pieces/fold.tsx";
import { ShowMore } from "../pieces/show-more.tsx";
import { Block, LineCounts, More, Path, StateBadge, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";
import { readAction } from "../read-data.ts";
import type { ViewProps } from "../view-props.ts";
import { Evidence } from "./evidence.tsx";
import { RulePlace } from "./rule-place.tsx";

/** Files are open at first if they are few. */
const OPEN = 5;

/** So many files are listed at once; the others on demand. */
const LISTED = 50;

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
          <StateBadge {...action} /> <Text>{action.label}</Text>
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
  const { state, why, verdict, warned, rule, isStale } = action;
  const { modelReason, applyError, checks = [], extra } = detail;
  return (
    <div class={`outcome e-${state}`}>
      <p class="why">{why === undefined ? "No policy decided." : <Text>{why}</Text>}</p>
      <dl>
        {verdict !== undefined && (
          <Row name="Verdict">{warned ? `${verdict}, with a warning` : verdict}</Row>
        )}
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

/** The changes of an action, file by file. */
function ActionFiles(props: { readonly detail: PageActionDetail; readonly look: Look }) {
  const { detail, look } = props;
  const { files, moreFiles } = detail;
  const [most, setMost] = useState(LISTED);
  if (files.length === 0)
    return <p class="note">This action has no diff: its tool says only which files it is about.</p>;
  return (
    <section aria-label="Changes">
      <div class="bar">
        <h3>{counted(files.length + moreFiles, "file")}</h3>
        <DiffToggle look={look} />
      </div>
      {files.slice(0, most).map((file) => (
        <FileChange key={file.path} file={file} style={look.diff} isOpen={files.length <= OPEN} />
      ))}
      <ShowMore shown={most} of={files.length} noun="file" onMore={() => setMost(most + LISTED)} />
      <More more={moreFiles} noun="file" />
    </section>
  );
}

/** A file with its diff, which is rendered when it is opened. */
function FileChange(props: {
  readonly file: PageActionFile;
  readonly style: DiffStyle;
  readonly isOpen: boolean;
}) {
  const { file, style, isOpen } = props;
  const head = (
    <>
      <Path>{file.path}</Path>
      <LineCounts {...file} />
    </>
  );
  return (
    <Fold head={head} isOpen={isOpen}>
      {() => (
        <>
          <Ops file={file} />
          <DiffView diff={file.diff} language={file.language} style={style} />
        </>
      )}
    </Fold>
  );
}

/** The ops that made a change; nothing if it is the only op of its step. */
function Ops({ file: { ops, superseded } }: { readonly file: PageActionFile }) {
  const text = ops.map(([op, count]) => (count > 1 ? `${op} ×${count}` : op)).join(", ");
  const isPlain = (text === "" || text === "ops[0]") && superseded === 0;
  if (isPlain) return null;
  return (
    <p class="sub ops">
      <Text>{text}</Text>
      {superseded > 0 && ` · ${superseded} superseded`}
    </p>
  );
}
