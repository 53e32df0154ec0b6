import { ANNOTATIONS_OF_WRITE, type ChecksForge, type OwnCheck } from "../../forge/checks.ts";
import type { CheckAnnotation } from "../../model/forge/check-annotation.ts";
import { annotationKey } from "../../report/annotations/check-annotations.ts";

/** The annotations that one job adds to check runs. */
export interface AddedAnnotations {
  /** Returns those that a check run does not have, as many as one write may add. */
  nextFor(check: OwnCheck | undefined): Promise<readonly CheckAnnotation[]>;
  /** Tells that a write has added some. */
  added(check: OwnCheck, annotations: readonly CheckAnnotation[]): void;
  /** Tells that a write has perhaps added some. */
  forget(): void;
  /** Adds no more of them: the forge refuses them, and the text counts more. */
  giveUp(): void;
}

/**
 * Adds each annotation once: GitHub takes none away, and adds one again that is there. Those of an earlier process of
 * the same job are read once; nobody else adds any of these.
 */
export function addAnnotations(
  checks: ChecksForge,
  annotations: readonly CheckAnnotation[],
): AddedAnnotations {
  let wanted = annotations;
  const known = new Map<number, Set<string>>();
  const keysOf = async (check: OwnCheck) => {
    const keys =
      known.get(check.id) ?? new Set((await checks.readAnnotations(check)).map(annotationKey));
    known.set(check.id, keys);
    return keys;
  };
  return {
    async nextFor(check) {
      if (check === undefined || wanted.length === 0) return wanted.slice(0, ANNOTATIONS_OF_WRITE);
      const keys = await keysOf(check);
      const missing = wanted.filter((annotation) => !keys.has(annotationKey(annotation)));
      return missing.slice(0, ANNOTATIONS_OF_WRITE);
    },
    added({ id }, some) {
      const keys = known.get(id) ?? new Set();
      for (const annotation of some) keys.add(annotationKey(annotation));
      known.set(id, keys);
    },
    forget: () => known.clear(),
    giveUp() {
      wanted = [];
    },
  };
}
