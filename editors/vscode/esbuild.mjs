// Bundles the extension, or with --tests the unit tests.
import { readdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

const production = process.argv.includes("--production");
const tests = process.argv.includes("--tests");
const common = { bundle: true, platform: "node", format: "cjs", target: "node20", logLevel: "warning" };

if (tests) {
  rmSync("dist/test", { recursive: true, force: true });
  const entryPoints = readdirSync("test/unit").filter((name) => name.endsWith(".test.ts")).map((name) => `test/unit/${name}`);
  await build({ ...common, entryPoints, outdir: "dist/test", sourcemap: "inline" });
} else {
  await build({
    ...common,
    entryPoints: ["src/extension.ts"],
    outfile: "dist/extension.js",
    external: ["vscode"],
    minify: production,
    sourcemap: production ? false : "linked",
  });
}
