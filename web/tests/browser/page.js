// What every test does: opens the page and fails if it says anything to the console or asks another host.
import { test as base, expect } from "@playwright/test";

export { expect };

export const test = base.extend({
  page: async ({ page, baseURL }, use) => {
    const troubles = [];
    page.on("pageerror", (error) => troubles.push(error.stack));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) troubles.push(message.text());
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(baseURL)) troubles.push(`asked ${request.url()}`);
    });
    await use(page);
    expect(troubles).toEqual([]);
  },
});

/** Opens the page as an address has it, and waits until the library is there. */
export async function open(page, hash = "") {
  await page.goto(hash ? `./#${hash}` : "./");
  await started(page);
}

export const started = (page) => page.locator("html[data-ready]").waitFor();

/** The hand's tiles by the judge's names. */
export const handOf = (page) =>
  page.locator("#hand-row button").evaluateAll((buttons) => buttons.map((button) => button.dataset.tile).join(" "));

/** A tile of the wall. */
export const wallTile = (page, tile) => page.locator(`#wall button[data-tile="${tile}"]`);

/** The large number, which is one less than the distance. */
export const shanten = (page) => page.locator("#distance h2 b");

/** The distance beside it. */
export const distance = (page) => page.locator("#distance h2 .number");

/** The tiles in the discards' table, best first. */
export const discards = (page) => page.locator("#discards tbody tr button.tile");
