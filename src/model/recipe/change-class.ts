/** What the author of a recipe or an op claims of its changes, from the best to the worst. */
export const CHANGE_CLASSES = ["safe", "review", "unsafe"] as const;
export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/** Returns the worst of the classes. If one is not declared, nothing better than `unsafe` is known of all of them. */
export function worstClass(classes: readonly (ChangeClass | undefined)[]): ChangeClass | undefined {
  if (classes.includes("unsafe")) return "unsafe";
  if (classes.includes(undefined)) return undefined;
  return CHANGE_CLASSES.findLast((one) => classes.includes(one));
}
