import { createMarkdownReporter } from "../../src/report/formats/markdown.ts";
import { reportOf, shownBy } from "./shown-by.ts";

export const markdown = (over: Parameters<typeof reportOf>[0]) =>
  shownBy(createMarkdownReporter, reportOf(over));
