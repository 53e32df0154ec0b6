import * as engine from "@ast-grep/napi";

/**
 * Makes `commitEdits` throw for an edit that lies outside of its node, such as one of another file: the engine would
 * end the whole process. For threads with code of recipes only.
 */
export function guardEngine(): void {
  const { commitEdits } = engine.SgNode.prototype;
  const guarded = function (this: engine.SgNode, edits: engine.Edit[]): string {
    const { start, end } = this.range();
    for (const { startPos, endPos } of edits)
      if (!(startPos >= start.index && endPos <= end.index))
        throw new Error(
          `commitEdits() got an edit of ${startPos} to ${endPos}, but its node spans ${start.index} to ${end.index}`,
        );
    return commitEdits.call(this, edits);
  };
  Object.defineProperty(engine.SgNode.prototype, "commitEdits", {
    value: guarded,
    configurable: true,
    writable: true,
  });
}
