// Other engines than Chromium, each driven by its own protocol: open(address), evaluate(source of a function, ...arguments),
// screenshot() as base64, and end().
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";

export const VIEWPORT = { width: 1280, height: 900 };

/** A port that is free now, whatever else runs here. */
export const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** Tries until it succeeds, which programs need a while for once they are started. */
async function soon(what) {
  for (let left = 100; ; left -= 1) {
    try {
      return await what();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((done) => setTimeout(done, 200));
    }
  }
}

/** A program with all that it starts. */
function start(program, args, options = {}) {
  const child = spawn(program, args, { stdio: "ignore", detached: true, ...options });
  const gone = new Promise((done) => child.once("exit", done));
  return async () => {
    process.kill(-child.pid, "SIGKILL");
    await gone;
  };
}

/** WebKitGTK by WebDriver (https://www.w3.org/TR/webdriver2/), on a screen that nobody sees. */
export async function webkit() {
  const port = await freePort();
  const stop = start("xvfb-run", ["-a", "WebKitWebDriver", `--port=${port}`]);
  const call = async (path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, { method: body ? "POST" : "GET", body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(value.message);
    return value;
  };
  const { sessionId } = await soon(() => call("", { capabilities: {} }));
  await call(`/${sessionId}/window/rect`, VIEWPORT);
  return {
    open: (url) => call(`/${sessionId}/url`, { url }),
    evaluate: (script, ...args) =>
      call(`/${sessionId}/execute/async`, { script: `const [...args] = arguments; const done = args.pop(); (${script})(...args).then(done)`, args }),
    screenshot: () => call(`/${sessionId}/screenshot`),
    end: stop,
  };
}

/** Firefox by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). */
export async function firefox() {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), "paili-firefox-"));
  const stop = start("firefox-esr", ["--headless", "--no-remote", "--profile", profile, `--remote-debugging-port=${port}`], {
    env: { ...process.env, HOME: profile },
  });
  const socket = await soon(
    () =>
      new Promise((done, failed) => {
        const tried = new WebSocket(`ws://127.0.0.1:${port}/session`);
        tried.once("open", () => done(tried)).once("error", failed);
      }),
  );
  const waiting = new Map();
  socket.on("message", (text) => {
    const { id, type, result, message } = JSON.parse(text);
    if (type === "error") waiting.get(id)?.failed(new Error(message));
    else waiting.get(id)?.done(result);
  });
  let last = 0;
  const call = (method, params) =>
    new Promise((done, failed) => {
      waiting.set((last += 1), { done, failed });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  await call("session.new", { capabilities: {} });
  const { contexts } = await call("browsingContext.getTree", {});
  const { context } = contexts[0];
  await call("browsingContext.setViewport", { context, viewport: VIEWPORT });
  return {
    open: (url) => call("browsingContext.navigate", { context, url, wait: "complete" }),
    evaluate: async (script, ...args) => {
      const expression = `(${script})(...${JSON.stringify(args)}).then((value) => JSON.stringify(value ?? null))`;
      const { result, exceptionDetails } = await call("script.evaluate", { expression, target: { context }, awaitPromise: true });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    screenshot: async () => (await call("browsingContext.captureScreenshot", { context })).data,
    end: async () => {
      socket.terminate();
      await stop();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
