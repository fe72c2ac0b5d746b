// A code-server with the extension, and a Chromium that shows it.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const PATIENCE = 60_000;

export const here = path.dirname(fileURLToPath(import.meta.url));
export const shots = path.resolve(process.env.SHOTS ?? path.join(here, "..", "..", "dist", "screenshots"));
export const extension = path.resolve(here, "..", "..", "..", "..", "dist", "fullgraph.vsix");

/** The places of what a test needs, from the environment. Ends the test where one is missing. */
export function tools() {
  const server = process.env.CODE_SERVER;
  const chromium = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  const python = process.env.FULLGRAPH_PYTHON;
  if (!server || !chromium || !python) {
    console.error("Set CODE_SERVER to code-server's out/node/entry.js, FULLGRAPH_PYTHON to an interpreter that has fullgraph, and CHROMIUM where it is not in /usr/bin.");
    process.exit(2);
  }
  if (!existsSync(extension)) {
    console.error(`There is no ${extension}: npm run package makes it.`);
    process.exit(2);
  }
  return { server, chromium, python };
}

export function step(text) {
  console.log(`- ${text}`);
}

/** A program of a few lines of shell. */
export function script(folder, name, ...lines) {
  const file = path.join(folder, name);
  writeFileSync(file, ["#!/bin/sh", ...lines, ""].join("\n"), { mode: 0o755 });
  return file;
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

export class Editor {
  /** `settings` are the user's, `extensions` .vsix files or folders. */
  static async open({ tools, project, settings = {}, extensions, shots, environment = {} }) {
    const home = mkdtempSync(path.join(tmpdir(), "fullgraph-e2e-"));
    const folder = path.join(home, "project");
    cpSync(project, folder, { recursive: true });
    const user = path.join(home, "data", "User");
    mkdirSync(user, { recursive: true });
    const common = {
      "workbench.startupEditor": "none",
      "workbench.tips.enabled": false,
      "telemetry.telemetryLevel": "off",
      "extensions.autoUpdate": false,
      "extensions.ignoreRecommendations": true,
      "editor.minimap.enabled": false,
      "files.autoSave": "off",
      "editor.fontSize": 14,
      "chat.commandCenter.enabled": false,
    };
    writeFileSync(path.join(user, "settings.json"), JSON.stringify({ ...common, ...settings }, null, 2));
    const places = ["--user-data-dir", path.join(home, "data"), "--extensions-dir", path.join(home, "extensions"), "--config", path.join(home, "config.yaml")];
    writeFileSync(path.join(home, "config.yaml"), "auth: none\n");
    const env = { ...process.env, ...environment, HOME: home, EXTENSIONS_GALLERY: "{}" };
    for (const extension of extensions) {
      const done = spawnSync(process.execPath, [tools.server, ...places, "--install-extension", extension], { env, encoding: "utf8" });
      if (done.status !== 0) {
        throw new Error(`${extension} cannot be installed: ${done.stdout}${done.stderr}`);
      }
    }
    const port = await freePort();
    const server = spawn(
      process.execPath,
      [tools.server, ...places, "--bind-addr", `127.0.0.1:${port}`, "--auth", "none", "--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"],
      { env, detached: true, stdio: ["ignore", "pipe", "pipe"] },
    );
    let said = "";
    server.stdout.on("data", (data) => (said += data));
    server.stderr.on("data", (data) => (said += data));
    const until = Date.now() + PATIENCE;
    for (;;) {
      try {
        await fetch(`http://127.0.0.1:${port}/healthz`);
        break;
      } catch {
        if (Date.now() > until || server.exitCode !== null) {
          throw new Error(`code-server does not start: ${said}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
    const browser = await puppeteer.launch({
      executablePath: tools.chromium,
      args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,900"],
      defaultViewport: { width: 1400, height: 900 },
    });
    const page = await browser.newPage();
    const editor = new Editor({ home, folder, server, browser, page, shots, port });
    await editor.load();
    return editor;
  }

  constructor(parts) {
    Object.assign(this, parts);
    mkdirSync(this.shots, { recursive: true });
  }

  async load() {
    await this.page.goto(`http://127.0.0.1:${this.port}/?folder=${encodeURIComponent(this.folder)}`);
    await this.page.waitForSelector(".monaco-workbench .part.statusbar", { timeout: PATIENCE });
  }

  async close() {
    await this.browser.close();
    process.kill(-this.server.pid, "SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 1500));
    rmSync(this.home, { recursive: true, force: true, maxRetries: 3 });
  }

  async shot(name) {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await this.page.screenshot({ path: path.join(this.shots, `${name}.png`) });
  }

  /** Waits until a text stands in what a selector selects; the whole text there. */
  async text(selector, wanted, patience = PATIENCE) {
    const pattern = wanted instanceof RegExp ? { source: wanted.source, flags: wanted.flags } : { source: wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), flags: "" };
    try {
      const handle = await this.page.waitForFunction(
        (selector, { source, flags }) => {
          const found = [...document.querySelectorAll(selector)].map((one) => `${one.textContent} ${one.getAttribute("aria-label") ?? ""}`.replaceAll("\u00a0", " "));
          return found.find((text) => new RegExp(source, flags).test(text));
        },
        { timeout: patience, polling: 100 },
        selector,
        pattern,
      );
      return await handle.jsonValue();
    } catch {
      await this.shot("failure");
      const seen = await this.page.$$eval(selector, (all) => all.map((one) => one.textContent).join("\n").slice(0, 2000));
      throw new Error(`no ${wanted} in ${selector}, but:\n${seen}`);
    }
  }

  async gone(selector, patience = PATIENCE) {
    await this.page.waitForFunction((selector) => document.querySelector(selector) === null, { timeout: patience }, selector);
  }

  /** Clicks on the first element with a text. */
  async click(selector, wanted, options = {}) {
    const source = wanted instanceof RegExp ? wanted.source : wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    for (let turn = 1; ; turn++) {
      await this.text(selector, wanted);
      try {
        for (const element of await this.page.$$(selector)) {
          const text = await element.evaluate((one) => `${one.textContent} ${one.getAttribute("aria-label") ?? ""}`.replaceAll("\u00a0", " "));
          if (new RegExp(source).test(text)) {
            await element.click(options);
            return;
          }
        }
      } catch (failure) {
        if (turn === 5) {
          throw failure; // more than that it was drawn anew meanwhile
        }
      }
    }
  }

  /** Clicks until something shows: a click on what is still being scrolled to may miss. */
  async clickUntil(clicked, shown) {
    for (let turn = 1; ; turn++) {
      await this.click(...clicked);
      try {
        await this.text(...shown, 8000);
        return;
      } catch (failure) {
        if (turn === 3) {
          throw failure;
        }
      }
    }
  }

  /** Makes the side bar wider, or narrower. */
  async widen(by) {
    const box = await (await this.page.$(".part.sidebar")).boundingBox();
    const [x, y] = [box.x + box.width, box.y + box.height / 4];
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x + by, y, { steps: 5 });
    await this.page.mouse.up();
  }

  async press(keys) {
    const parts = keys.split("+");
    for (const key of parts.slice(0, -1)) {
      await this.page.keyboard.down(key);
    }
    await this.page.keyboard.press(parts.at(-1));
    for (const key of parts.slice(0, -1).reverse()) {
      await this.page.keyboard.up(key);
    }
  }

  /** Types into the box that is open, and takes what it finds. */
  async answer(text, wanted, patience = PATIENCE) {
    await this.page.waitForSelector(".quick-input-widget input", { visible: true, timeout: patience });
    const typed = () => this.page.$eval(".quick-input-widget input[type=text], .quick-input-widget input:not([type=checkbox])", (one) => one.value);
    const before = await typed();
    for (let turn = 0; turn < 5; turn++) {
      await this.page.keyboard.type(text, { delay: 5 });
      if ((await typed()).endsWith(text)) {
        break;
      }
      // The box was still being opened.
      await this.press("Control+a");
      await this.page.keyboard.type(before.slice(0, 1));
    }
    if (wanted !== undefined) {
      await this.text(".quick-input-list .monaco-list-row", wanted, patience);
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    await this.press("Enter");
  }

  /** Presses keys that open the box; again where a preview had them for itself. */
  async ask(keys) {
    await this.page.waitForSelector(".quick-input-widget", { hidden: true, timeout: 10_000 });
    for (let turn = 0; turn < 5; turn++) {
      await this.press(keys);
      try {
        await this.page.waitForSelector(".quick-input-widget input", { visible: true, timeout: 3000 });
        return;
      } catch {
        await this.page.click(".part.titlebar .window-title, .part.statusbar");
      }
    }
    throw new Error(`${keys} opens nothing`);
  }

  /** Both; anew where something else took the focus meanwhile, which closes the box. */
  async askAndAnswer(keys, text, wanted) {
    for (let turn = 1; ; turn++) {
      try {
        await this.ask(keys);
        await this.answer(text, wanted, 10_000);
        return;
      } catch (failure) {
        if (turn === 4) {
          throw failure;
        }
        await this.press("Escape");
      }
    }
  }

  async command(title) {
    await this.askAndAnswer("F1", title, title);
  }

  async openFile(name) {
    await this.askAndAnswer("Control+p", name, name);
    await this.text(".tab.active", name);
  }

  async goTo(line, column = 1) {
    await this.askAndAnswer("Control+g", `${line}:${column}`);
  }

  /** What stands in the editor that has the focus, line by line, as it is shown. */
  async lines() {
    return this.page.$$eval(".editor-group-container.active .view-line", (all) =>
      all
        .map((one) => ({ top: Number.parseFloat(one.style.top), text: one.textContent.replaceAll("\u00a0", " ") }))
        .sort((one, other) => one.top - other.top)
        .map((one) => one.text),
    );
  }
}
