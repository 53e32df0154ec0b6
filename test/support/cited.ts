import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSync } from "oxc-parser";

const ROOT = resolve(import.meta.dirname, "../..");

/** The ids of all behaviours, as docs/design/behaviours.md lists them. */
export function behaviourIds(): readonly string[] {
  const page = readFileSync(join(ROOT, "docs/design/behaviours.md"), "utf8");
  return [...page.matchAll(/^- ([A-Z]\d+) /gm)].map(([, id = ""]) => id);
}

/** What a comment or a title rests on. */
export interface Citation {
  readonly kind: "id" | "page" | "heading";
  readonly text: string;
}

/** The engine of Node, which is no behaviour. */
const ENGINE = "V8";

/** Text between backticks is code: `T1` there may be a type, and `@docs/a.md` a file of an example. */
const CODE = /`[^`]*`/g;

/**
 * Returns the citations of a comment: ids of a family of behaviours, pages of documents, and headings of pages, as in
 * docs/design/run.md, "The ledger adds up".
 */
export function citationsIn(comment: string, families: ReadonlySet<string>): readonly Citation[] {
  const plain = comment.replace(/\s*\n\s*\*?\s*/g, " ").replace(CODE, "");
  const ids = [...plain.matchAll(/(?<![\w#/.-])([A-Z])(\d+)(?!\w|\.\w)/g)]
    .filter(([text, family = ""]) => families.has(family) && text !== ENGINE)
    .map(([text]) => ({ kind: "id" as const, text }));
  const pages = plain.matchAll(/(?<![\w@/."-])((?:[\w-]+\/)*[\w-]+\.md)(?:, "([^"]+)")?/g);
  return [
    ...ids,
    ...[...pages].flatMap(([, page = "", heading]) => {
      const isOfProject = /^[A-Z-]+\.md$|^(docs|src|bench|page|mirror)\//.test(page);
      if (!isOfProject) return [];
      const cited = { kind: "page" as const, text: page };
      return heading === undefined
        ? [cited]
        : [cited, { kind: "heading" as const, text: `${page}, "${heading}"` }];
    }),
  ];
}

/** Returns the ids that a title of a test names: those of any family, also of one that there is not. */
export function idsInTitle(title: string): readonly string[] {
  const leading = /^(?:[A-Z]\d+[ ,]+)+/.exec(title)?.[0] ?? "";
  const closing = /\(((?:[A-Z]\d+(?:, )?)+)\)$/.exec(title)?.[1] ?? "";
  return `${leading} ${closing}`.match(/[A-Z]\d+/g) ?? [];
}

/** The texts of a file of TypeScript or JavaScript that may cite. */
export interface CitingTexts {
  readonly file: string;
  readonly comments: readonly string[];
  readonly titles: readonly string[];
}

/** The first argument of `it`, `describe` and the like, also behind a table; and a text of a table that begins with an id. */
const TITLE =
  /(?:\b(?:it|describe|test)(?:\.\w+)*|\]\)|as const\))\(\s*(["'`])((?:\\.|(?!\1).)*)\1/gs;
const TITLE_OF_TABLE = /(["'`])((?:[A-Z]\d+ )(?:\\.|(?!\1).)*)\1/g;

/** Reads the comments and the titles of the files in some folders that may have a citation. */
export function citingTexts(folders: readonly string[]): readonly CitingTexts[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter(
        (name) => /\.(ts|tsx|mjs|cjs)$/.test(name) && !/fixtures|node_modules|\.work/.test(name),
      )
      .flatMap((name) => {
        const file = join(folder, name);
        const text = readFileSync(join(ROOT, file), "utf8");
        return /\b[A-Z]\d|\.md\b/.test(text) ? [textsOf(file, text)] : [];
      }),
  );
}

function textsOf(file: string, text: string): CitingTexts {
  const { comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const matches = file.includes(".test.")
    ? [...text.matchAll(TITLE), ...text.matchAll(TITLE_OF_TABLE)]
    : [];
  return {
    file,
    comments: joined(comments, text),
    titles: matches.map(([, , title = ""]) => title),
  };
}

/** Returns the texts of comments; lines of `//` one below the other are one comment. */
function joined(
  comments: ReturnType<typeof parseSync>["comments"],
  text: string,
): readonly string[] {
  const parts: string[] = [];
  let end = -1;
  for (const comment of comments) {
    const follows =
      comment.type === "Line" && end >= 0 && /^\s*$/.test(text.slice(end, comment.start));
    if (follows) parts.push(`${parts.pop()} ${comment.value}`);
    else parts.push(comment.value);
    end = comment.type === "Line" ? comment.end : -1;
  }
  return parts;
}
