// Bundles the page of the report `html`, page/, into one script and one sheet of styles: dist/page/, of which the
// reporter takes them. Neither may hold what ends the element that they are put into, or what a runner reads in a log.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";

/** Bundles the page of the sources below `root` into `dist`. */
export async function packPage(root, dist) {
  const source = join(root, "page");
  const { output } = await build({
    input: join(source, "main.tsx"),
    platform: "browser",
    write: false,
    logLevel: "warn",
    tsconfig: join(source, "tsconfig.json"),
    transform: { target: "es2022" },
    output: {
      format: "iife",
      minify: true,
      codeSplitting: false,
      comments: { annotation: false }, // They are for other bundlers.
    },
  });
  mkdirSync(join(dist, "page"), { recursive: true });
  writeFileSync(join(dist, "page/page.js"), checked(inElement(output[0].code.trim())));
  const sheets = readdirSync(join(source, "styles")).sort();
  const styles = sheets.map((name) => readFileSync(join(source, "styles", name), "utf8")).join("");
  writeFileSync(join(dist, "page/page.css"), checked(smaller(styles)));
}

/** Comments and indentation are for those who write styles. */
function smaller(styles) {
  return styles
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s*\n\s*/g, "")
    .replace(/\s*([{}:;,>])\s+/g, "$1");
}

/** Such texts stand in strings and regular expressions of grammars only, where an escape is the same. */
function inElement(script) {
  return script.replace(/<(?=\/?script|\/style|!--)/gi, "\\x3c");
}

function checked(text) {
  if (/<\/(script|style)|<!--|(^|\n)\s*::|##(vso|teamcity)?\[/i.test(text))
    throw new Error("The page holds a text that its own element, or a runner, would read.");
  return text;
}
