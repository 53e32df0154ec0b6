import type { PageStepWhy } from "../../../src/model/page/page-data.ts";
import { Path, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";
import { Notes } from "./why-notes.tsx";

type Op = PageStepWhy["ops"]["items"][number];
type Nearest = NonNullable<Op["nearest"]>[number];

/** The matches of an op; without a match, how its patterns were read and the nearest code. */
export function OpWhyItem({ op }: { readonly op: Op }) {
  const { id, text = "", matches, files, superseded, notes, patterns = [], nearest = [] } = op;
  return (
    <li>
      <code>
        <Text>{id}</Text>
      </code>{" "}
      <span class="faint">
        <Text>{text}</Text>
      </span>{" "}
      {matches === 0
        ? "no match"
        : `${counted(matches, "match", "matches")} in ${counted(files, "file")}`}
      {superseded > 0 && `, ${superseded} superseded`}
      <Notes notes={notes} />
      {patterns.map((pattern) => (
        <details key={pattern.part}>
          <summary>
            <Text>{`How ${pattern.part} was read`}</Text>
          </summary>
          <pre class="block">
            <Text>{[pattern.text, ...pattern.tree].join("\n")}</Text>
          </pre>
        </details>
      ))}
      {nearest.map((node, index) => (
        <NearestNode key={index} node={node} />
      ))}
    </li>
  );
}

function NearestNode({ node }: { readonly node: Nearest }) {
  const { path, found, wanted, message } = node;
  return (
    <div>
      <p class="note">
        nearest: <Path>{`${path}:${found.line}`}</Path> <Text>{message}</Text>
      </p>
      <pre class="block">
        <Excerpt of={found} />
        {wanted !== undefined && (
          <>
            {"\npattern: "}
            <Excerpt of={wanted} />
          </>
        )}
      </pre>
    </div>
  );
}

function Excerpt({ of: { text, mark } }: { readonly of: Nearest["found"] }) {
  const end = mark.start + mark.length;
  return (
    <>
      <Text>{text.slice(0, mark.start)}</Text>
      <mark>
        <Text>{text.slice(mark.start, end)}</Text>
      </mark>
      <Text>{text.slice(end)}</Text>
    </>
  );
}
