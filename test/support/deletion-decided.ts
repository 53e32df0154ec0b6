export const A = "export const a = 1;\n";
export const TREE = { "src/a.ts": A, "src/b.ts": "export const b = 2;\n", "lib/c.ts": "c();\n" };
export const RUN = ["run", "recipe.yaml", "--allow-code"];
