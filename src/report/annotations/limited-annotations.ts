import {
  type AnnotationLevel,
  type AnnotationPlace,
  annotationCommand,
} from "./workflow-command.ts";

/** Something that the runner of GitHub shows at a line of a file. */
export interface Annotation {
  readonly level: AnnotationLevel;
  readonly place: AnnotationPlace;
  readonly message: string;
}

/** The runner keeps ten annotations of each level of a step, and drops the others without a word. */
export const MOST_ANNOTATIONS = 9;

/** Yields the first nine annotations of each level, and how many more there are; `rest` says where they are. */
export function* limitedAnnotations(
  annotations: Iterable<Annotation>,
  rest: string,
): Generator<string, void> {
  const counts = new Map<AnnotationLevel, number>();
  for (const { level, place, message } of annotations) {
    const count = (counts.get(level) ?? 0) + 1;
    counts.set(level, count);
    if (count <= MOST_ANNOTATIONS) yield annotationCommand(level, place, message);
  }
  for (const [level, count] of counts)
    if (count > MOST_ANNOTATIONS)
      yield annotationCommand(level, {}, `${count - MOST_ANNOTATIONS} more. ${rest}`);
}
