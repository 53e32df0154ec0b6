/** `inputs.name` or `inputs["name"]`. A `-` after a name may belong to the name, or be a minus. */
const NAMED = /(?<![\w.])inputs\s*(?:\.\s*(?=([\w-]+))|\[\s*(?:"([^"\n]*)"|'([^'\n]*)')\s*\])/g;

/** Returns the declared inputs that a condition (`when`) names. Checks nothing else of the condition. */
export function inputsInCondition(condition: string, names: readonly string[]): readonly string[] {
  const written = [...condition.matchAll(NAMED)].map(([, plain, double, single]) => ({
    plain,
    quoted: double ?? single,
  }));
  return names.filter((name) =>
    written.some(
      ({ plain, quoted }) => quoted === name || plain === name || plain?.startsWith(`${name}-`),
    ),
  );
}
