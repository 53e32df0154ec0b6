import type { ComponentChildren } from "preact";
import type { PageAction } from "../../../src/model/page/page-action.ts";
import type { CutText } from "../../../src/model/page/page-part.ts";
import { isWarned } from "../../../src/model/report/report.ts";
import { pathParts } from "../../view/path-parts.ts";
import { visibleParts, visibleText } from "../../view/visible-text.ts";
import { counted, numberText, STATE_WORDS } from "./words.ts";

/** Text of a repository: what would be invisible, or turn the text around it, is shown by its name. */
export function Text({ children }: { readonly children: string }) {
  return visibleParts(children).map(({ text, stands }) =>
    stands === undefined ? (
      text
    ) : (
      <span class="unseen" title={stands}>
        {text}
      </span>
    ),
  );
}

/** A path: it breaks at its folders. */
export function Path({ children }: { readonly children: string }) {
  return (
    <bdi class="path">
      <Text>{children}</Text>
    </bdi>
  );
}

/** A path on one line: where there is no room, first its folders are cut, then the middle of its name. */
export function LinePath({ children }: { readonly children: string }) {
  const { folders, base, tail } = pathParts(children);
  return (
    <bdi class="line-path" title={visibleText(children)}>
      <span class="folders">
        <Text>{folders}</Text>
      </span>
      <span class="base">
        <Text>{base}</Text>
      </span>
      <span class="tail">
        <Text>{tail}</Text>
      </span>
    </bdi>
  );
}

/** A text within bounds, as it stands, with what is missing. */
export function Block({ of: { text, more } }: { readonly of: CutText }) {
  return (
    <pre class="block">
      <Text>{text}</Text>
      {more > 0 && <span class="more">… {counted(more, "more character")}</span>}
    </pre>
  );
}

/** The state of an action, as a badge; in another color if a rule warns of it. */
export function StateBadge(props: Pick<PageAction, "state" | "warned">) {
  const { state } = props;
  if (!isWarned(props)) return <span class={`badge s-${state}`}>{STATE_WORDS[state]}</span>;
  return <span class="badge s-warned">{`${STATE_WORDS[state]}, warned`}</span>;
}

/** Lines added and removed. */
export function LineCounts(counts: { readonly additions: number; readonly deletions: number }) {
  return (
    <span class="lines">
      <span class="plus">+{numberText(counts.additions)}</span>{" "}
      <span class="minus">−{numberText(counts.deletions)}</span>
    </span>
  );
}

/** A note that entries of a list are missing here. */
export function More({ more, noun }: { readonly more: number; readonly noun: string }) {
  if (more === 0) return null;
  return (
    <p class="note">
      … and{" "}
      {counted(
        more,
        `more ${noun}`,
        noun.endsWith("y") ? `more ${noun.slice(0, -1)}ies` : undefined,
      )}
      , which this page leaves out. All are in <code>--report json</code>.
    </p>
  );
}

/** A titled part of a view. */
export function Section(props: {
  readonly title: string;
  readonly count?: number;
  readonly children: ComponentChildren;
}) {
  return (
    <section>
      <h2>
        {props.title}
        {props.count !== undefined && <span class="count">{numberText(props.count)}</span>}
      </h2>
      {props.children}
    </section>
  );
}

/** A view or a list without entries. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}
