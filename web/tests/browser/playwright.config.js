// The page in a real Chromium, at a desktop's size and a phone's. PAILI_PAGE is the address of a page that is served already;
// PAILI_CHROMIUM another Chromium than Debian's.
import { defineConfig } from "@playwright/test";
import { isLong } from "./length.js";

const PORT = 4173;
const served = process.env.PAILI_PAGE;
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: ".",
  outputDir: "../../../target/web-tests/results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  grepInvert: isLong ? undefined : /@long/,
  // Chromium itself now and then loses a tab on a loaded machine; such a test is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  // On a busy machine, tables of Guobiao take ten seconds.
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    baseURL: served ?? `http://127.0.0.1:${PORT}/`,
    locale: "en",
    // Each press waits until what it is on stands still; how things move there, the long run sees.
    contextOptions: { reducedMotion: isLong ? "no-preference" : "reduce" },
    launchOptions: { executablePath: process.env.PAILI_CHROMIUM ?? "/usr/bin/chromium", args: quiet },
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1280, height: 900 } } },
    {
      // Only what a screen's size or touch makes a difference to.
      name: "phone",
      testMatch: isLong ? /\/(game|layout|looks|mouse|practice|rules)\.spec\.js$/ : /\/layout\.spec\.js$/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: served
    ? undefined
    : { command: `../../serve ${PORT}`, url: `http://127.0.0.1:${PORT}/`, reuseExistingServer: false },
});
