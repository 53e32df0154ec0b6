import { useState } from "preact/hooks";
import type {
  PageAction,
  PageActionDetail,
  PageActionFile,
} from "../../../model/page/page-action.ts";
import type { PageData } from "../../../model/page/page-data.ts";
import { DiffToggle } from "../diff/diff-toggle.tsx";
import { type DiffStyle, DiffView } from "../diff/diff-view.tsx";
import { DecideHere } from "../held/decide-here.tsx";
import type { Look } from "../look.ts";
import { CopyButton } from "../pieces/copy-button.tsx";
import { Block, LineCounts, Path, StateBadge, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";
import { readAction } from "../read-data.ts";
import type { ViewProps } from "../view-props.ts";
import { Evidence } from "./evidence.tsx";

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
      <Files detail={detail} look={look} />
      <Evidence detail={detail} />
    </article>
  );
}

function Outcome(props: {
  readonly action: PageAction;
  readonly detail: PageActionDetail;
  readonly policy: PageData["policy"];
}) {
  const { action, detail, policy } = props;
  const place = policy?.rules?.find(({ id }) => id === action.rule);
  return (
    <div class={`outcome e-${action.state}`}>
      <p class="why">
        {action.why === undefined ? "No policy decided." : <Text>{action.why}</Text>}
      </p>
      <dl>
        {action.rule !== undefined && (
          <>
            <dt>Rule</dt>
            <dd>
              <code>
                <Text>{action.rule}</Text>
              </code>{" "}
              {place !== undefined && (
                <span class="faint">
                  <Path>{`${place.path}:${place.line}`}</Path>
                </span>
              )}
            </dd>
          </>
        )}
        {action.isStale && (
          <>
            <dt>Stale</dt>
            <dd>Its files were not as in the preview.</dd>
          </>
        )}
        {detail.modelReason !== undefined && (
          <>
            <dt>The model</dt>
            <dd>
              <Text>{detail.modelReason}</Text>
            </dd>
          </>
        )}
        {detail.applyError !== undefined && (
          <>
            <dt>Error</dt>
            <dd>
              <Text>{detail.applyError}</Text>
            </dd>
          </>
        )}
        {detail.checks?.map(({ name, outcome }) => (
          <>
            <dt>Check</dt>
            <dd>
              <Text>{name}</Text>: {outcome}
            </dd>
          </>
        ))}
      </dl>
      {detail.extra !== undefined && <Block of={detail.extra} />}
    </div>
  );
}

/** Files are open at first if they are few. */
const OPEN = 5;

/** So many files are listed at once; the others on demand. */
const LISTED = 50;

function Files({ detail, look }: { readonly detail: PageActionDetail; readonly look: Look }) {
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
      {files.length > most && (
        <button type="button" class="wide" onClick={() => setMost(most + LISTED)}>
          Show more of {counted(files.length, "file")}
        </button>
      )}
      {moreFiles > 0 && (
        <p class="note">… and {counted(moreFiles, "more file")} in --report json.</p>
      )}
    </section>
  );
}

/** A file with its diff, which is rendered when it is opened. */
function FileChange(props: {
  readonly file: PageActionFile;
  readonly style: DiffStyle;
  readonly isOpen: boolean;
}) {
  const { file, style } = props;
  const [isOpen, setOpen] = useState(props.isOpen);
  const ops = file.ops.map(([op, count]) => (count > 1 ? `${op} ×${count}` : op)).join(", ");
  return (
    <div class="file">
      <h4>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span class="twist" aria-hidden="true" />
          <Path>{file.path}</Path>
          <LineCounts {...file} />
        </button>
      </h4>
      {isOpen && (
        <>
          {((ops !== "" && !/^ops\[0\]$/.test(ops)) || file.superseded > 0) && (
            <p class="sub ops">
              <Text>{ops}</Text>
              {file.superseded > 0 && ` · ${file.superseded} superseded`}
            </p>
          )}
          <DiffView diff={file.diff} language={file.language} style={style} />
        </>
      )}
    </div>
  );
}
