import { expect, it } from "vitest";
import { type LexedKind, lexZones } from "../../../src/threats/code/lex-zones.ts";
import { zoneAt } from "../../../src/threats/code/zone-at.ts";

/** `RUN` is code, and `NOT` is in a comment or a literal. */
const CASES: readonly (readonly [LexedKind, string])[] = [
  ["python", 'a = """NOT \\""" NOT """\nRUN # NOT \' "\nRUN'],
  ["python", "f\"NOT {RUN('NOT')} NOT\"; RUN"],
  ["python", `f"{'"'}"; RUN; ""`],
  ["python", "f\"{a:'}\"; RUN #'"],
  ["python", `rf"\\{RUN}" + f"{{NOT}} {a[1:RUN]} {b!r:>{RUN}} NOT"`],
  ["python", "f'''NOT\n{RUN\n}NOT''' + 'NOT\nRUN"],
  ["python", `f"\\"NOT"; RUN + f'\\\\'; RUN #' NOT`],
  ["rust", 'let a = r"\\"; RUN; let b = br#"NOT"NOT"#; RUN("NOT \\" NOT")'],
  ["rust", "/* NOT /* NOT */ \" */ RUN; fn f<'a>(b: &'a str) { RUN('\"') }"],
  ["csharp", 'a = @"\\"; RUN; b = @"NOT""NOT\n"; c = $"NOT{RUN}{{NOT"; d = $@"{RUN}\\"; RUN'],
  ["csharp", 'a = """" " """ """"; RUN; b = \'"\'; RUN // NOT'],
  ["csharp", 'a = $"\\"NOT"; RUN; // " NOT'],
  ["java", 'a = """\n\\"""NOT\n"""; RUN; b = "${"; RUN; c = \'"\'; RUN'],
  ["templates", 'a = "NOT ${RUN("NOT")} NOT"; b = """\\"""; RUN; "\\${NOT}" /* /* */ NOT */'],
  ["go", 'a := `NOT\\`; RUN; b := \'"\'; RUN("NOT") // NOT'],
  ["script", "a = /\"[/'`]/; RUN; b = `NOT ${RUN(`NOT`)} NOT`; c = d / RUN"],
  ["ruby", 'a = \'\\\'\'; RUN; b = "NOT #{RUN("NOT")} NOT\nNOT"; RUN # NOT'],
  ["ruby", 'a = /"/; RUN; b = ?"; RUN; c = %q("); RUN; f(%w[\']); RUN'],
  ["ruby", "a = <<~X\n\"\n  X\nRUN\n=begin\nNOT '\n=end\nRUN"],
  ["php", "<p>it's NOT <?php RUN; // NOT ?> NOT \" <?= RUN ?>"],
  ["php", '<?php $a = "NOT\nNOT"; RUN; $b = "{$c(RUN)} \\{NOT"; # it\'s NOT\nRUN'],
  ["php", "<?php $a = <<<'X'\nit's\nX; RUN; #[RUN]\n'NOT'"],
  ["hash", "echo ${#a}; RUN \\' # NOT ' \"\nRUN $'\\'NOT' # NOT"],
  ["hash", "a \\\\ #RUN; RUN; `RUN # RUN`; RUN; $()#RUN; RUN # `NOT\n(#NOT"],
  ["yaml", 'a: it\'s # NOT\nb: "NOT # NOT"\nc: RUN#RUN'],
  ["slashes", "RUN // NOT \"\nRUN /* NOT\n*/ RUN 'NOT' /* NOT"],
];

it.each(CASES)("tells code from comments and literals of %s: %j", (kind, text) => {
  const zones = lexZones(text, kind);
  const read = text.replace(/RUN|NOT/g, (_word, at) =>
    zoneAt(zones, at) === "code" ? "RUN" : "NOT",
  );
  expect(read).toBe(text);
});

it("takes all of a text for code in which a literal begins like no other, or code by some settings alone", () => {
  const none = { comments: [], literals: [] };
  expect(lexZones(`a = ${'"'.repeat(1000)}; // b`, "csharp")).toEqual(none);
  expect(lexZones("<?/* <?php a(); ?>", "php")).toEqual(none);
});
