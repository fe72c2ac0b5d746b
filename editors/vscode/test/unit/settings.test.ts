import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { OF_SERVER, told } from "../../src/settings";

interface Manifest {
  contributes: {
    configuration: { properties: Record<string, { markdownDescription?: string; description?: string }> }[];
    commands: { command: string }[];
    menus: Record<string, { command: string }[]>;
  };
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
}

const MANIFEST = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const PROPERTIES = Object.assign({}, ...MANIFEST.contributes.configuration.map((one) => one.properties)) as Record<
  string,
  { markdownDescription?: string }
>;

describe("what the server is told", () => {
  it("are the settings that are set, the nearest one of each", () => {
    const set: Record<string, object> = {
      confidence: { globalValue: "low", workspaceValue: "high" },
      select: { globalValue: ["FG1"], workspaceFolderValue: [] },
      mode: {},
      torchVersion: { globalValue: "" },
      enable: { workspaceValue: false },
    };
    assert.deepEqual(told((name) => set[name]), { confidence: "high", select: [], enable: false });
  });
});

describe("the manifest", () => {
  it("documents every setting, here and in the README", () => {
    const readme = readFileSync("README.md", "utf8");
    for (const [name, property] of Object.entries(PROPERTIES)) {
      assert(property.markdownDescription, name);
      assert(readme.includes(`\`${name}\``), `${name} is not in the README`);
    }
    for (const name of OF_SERVER) {
      assert(`fullgraph.${name}` in PROPERTIES, name);
    }
  });

  it("restricts what decides what is run, and its menus name commands that there are", () => {
    const { restrictedConfigurations } = MANIFEST.capabilities.untrustedWorkspaces;
    assert(restrictedConfigurations.includes("fullgraph.interpreter"));
    assert(restrictedConfigurations.every((name) => name in PROPERTIES));
    const known = new Set(MANIFEST.contributes.commands.map((one) => one.command));
    for (const { command } of Object.values(MANIFEST.contributes.menus).flat()) {
      assert(known.has(command), command);
    }
  });
});
