import { type EsNode, nodeAt, nodesAt, textOf, visitNodes } from "./es-node.ts";
import { isOfSource, type ModuleGivenTo, memberOf } from "./origins.ts";

/** Finds the functions of `import("m").then((m) => …)` in a program, when the first is asked for. */
export function importCallbacks(root: EsNode, text: string): ModuleGivenTo {
  let found: ReadonlyMap<EsNode, string> | undefined;
  return (callback) => {
    found ??= /\bimport\s*\(/.test(text) ? findCallbacks(root) : new Map();
    return found.get(callback);
  };
}

function findCallbacks(root: EsNode): ReadonlyMap<EsNode, string> {
  const found = new Map<EsNode, string>();
  visitNodes(root, (node) => {
    const callee = node.type === "CallExpression" ? nodeAt(node, "callee") : undefined;
    const { name, object } = (callee && memberOf(callee)) ?? {};
    if (name !== "then" || object?.type !== "ImportExpression" || isOfSource(object)) return;
    const module = textOf(nodeAt(object, "source"));
    const [callback] = nodesAt(node, "arguments");
    if (callback !== undefined && module !== undefined) found.set(callback, module);
  });
  return found;
}
