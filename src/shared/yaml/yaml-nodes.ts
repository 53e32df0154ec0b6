import { isAlias, isMap, isNode, isScalar, isSeq, type Node } from "yaml";
import type { YamlPath } from "./yaml-path.ts";

/** The outcome of a look at all nodes of a document. */
interface Inspection {
  /** The depth of maps and lists; not exact above the limit. */
  readonly depth: number;
  readonly aliases: number;
  /** The offsets of keys that stand in their map a second time, in the order of the text. */
  readonly repeatedKeys: readonly number[];
}

/** Looks at every node of a document once, in a time that grows with its size only. Goes no deeper than the limit. */
export function inspectYaml(contents: unknown, maxDepth: number): Inspection {
  const repeatedKeys: number[] = [];
  let aliases = 0;
  let depth = 0;
  const visit = (node: unknown, level: number): void => {
    if (isAlias(node)) aliases += 1;
    if (!isMap(node) && !isSeq(node)) return;
    depth = Math.max(depth, level);
    if (level > maxDepth) return;
    if (isMap(node)) {
      for (const offset of repeatedIn(node.items)) repeatedKeys.push(offset);
      for (const { key, value } of node.items) {
        visit(key, level + 1);
        visit(value, level + 1);
      }
    } else for (const item of node.items) visit(item, level + 1);
  };
  visit(contents, 1);
  return { depth, aliases, repeatedKeys: repeatedKeys.sort((a, b) => a - b) };
}

function repeatedIn(pairs: readonly { readonly key: unknown }[]): readonly number[] {
  const seen = new Set<string>();
  return pairs.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    const name = nameOf(key);
    if (seen.has(name)) return [key.range?.[0] ?? 0];
    seen.add(name);
    return [];
  });
}

/** Returns the name that a key has in the plain value. */
function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value ?? "") : String(key);
}

/** The offsets of values and keys by their paths; undefined for what does not exist. */
export interface YamlIndex {
  valueAt(path: YamlPath): number | undefined;
  keyAt(path: YamlPath): number | undefined;
  /** True for a text in block form, `|` or `>`. */
  isBlock(path: YamlPath): boolean;
}

/** Returns an index of the nodes below `contents`. The keys of a map are sorted in when it is asked about first. */
export function indexYaml(contents: unknown): YamlIndex {
  const known = new Map<
    unknown,
    ReadonlyMap<string, { readonly key: unknown; readonly value: unknown }>
  >();
  const pairIn = (map: unknown, name: unknown) => {
    if (!isMap(map)) return undefined;
    let pairs = known.get(map);
    if (pairs === undefined) {
      pairs = new Map(map.items.map((pair) => [nameOf(pair.key), pair]));
      known.set(map, pairs);
    }
    return pairs.get(String(name));
  };
  const nodeAt = (path: YamlPath): unknown =>
    path.reduce<unknown>(
      (node, part) => (isSeq(node) ? node.items[Number(part)] : pairIn(node, part)?.value),
      contents,
    );
  const offsetOf = (node: unknown) => (isNode(node) ? (node satisfies Node).range?.[0] : undefined);
  return {
    valueAt: (path) => offsetOf(nodeAt(path)),
    isBlock: (path) => {
      const node = nodeAt(path);
      return isScalar(node) && (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED");
    },
    keyAt: (path) => offsetOf(pairIn(nodeAt(path.slice(0, -1)), path.at(-1))?.key),
  };
}
