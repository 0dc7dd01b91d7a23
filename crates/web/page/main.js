// Starts the page. Sets up the tabs, the name of the device, and the choice between light and dark.

import { gpu, load, onTrouble, startAgain, words } from "./engine.js";
import * as guide from "./guide.js";
import * as knight from "./knight.js";
import * as large from "./large.js";
import * as speed from "./speed.js";
import { keep, kept } from "./store.js";
import * as wall from "./wall.js";

const tabs = { wall, knight, large, speed };
const started = new Set();

function show(name) {
  for (const other of Object.keys(tabs)) {
    const tab = document.getElementById(`tab-${other}`);
    tab.setAttribute("aria-selected", String(other === name));
    tab.tabIndex = other === name ? 0 : -1;
    document.getElementById(other).hidden = other !== name;
  }
  if (!started.has(name)) {
    started.add(name);
    tabs[name].start();
  }
  redraw();
}

/// Redraws the visible views.
function redraw() {
  for (const name of started) if (!document.getElementById(name).hidden) tabs[name].redraw();
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  document.dispatchEvent(new Event("theme"));
}

const dark = matchMedia("(prefers-color-scheme: dark)");
setTheme(kept("theme") ?? (dark.matches ? "dark" : "light"));
dark.addEventListener("change", () => {
  if (!kept("theme")) setTheme(dark.matches ? "dark" : "light");
});
document.getElementById("theme").addEventListener("click", () => {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  keep("theme", theme);
  setTheme(theme);
});

const device = document.getElementById("device");

function nameDevice() {
  device.textContent = gpu.name ? `GPU: ${gpu.name}` : `No GPU (${gpu.missing}): the CPU runs everything`;
  device.classList.toggle("without", !gpu.name);
}

const trouble = document.getElementById("trouble");
onTrouble((sentence) => {
  trouble.hidden = !sentence;
  document.getElementById("trouble-says").textContent = sentence ?? "";
});
// The style sheet uses the total height of the elements above the views, in pixels, so that boards fit into the rest of
// the window.
const head = new ResizeObserver(() => document.documentElement.style.setProperty("--above", `${document.querySelector("main").offsetTop}px`));
for (const part of ["header", "nav", "#trouble"]) head.observe(document.querySelector(part));
// The dice button beside a seed selects a random seed.
for (const dice of document.querySelectorAll("[data-seed]")) {
  dice.addEventListener("click", () => {
    const seed = document.getElementById(dice.dataset.seed);
    seed.value = crypto.getRandomValues(new Uint32Array(1))[0];
    seed.dispatchEvent(new Event("change", { bubbles: true }));
    seed.form.requestSubmit();
  });
}
document.getElementById("start-again").addEventListener("click", async () => {
  trouble.hidden = true;
  device.textContent = "Starting again …";
  await startAgain();
  nameDevice();
  for (const name of started) tabs[name].again?.();
});

// The service worker stores the files, so that the page also opens offline.
navigator.serviceWorker?.register(new URL("./offline.js", import.meta.url)).catch(() => {});

try {
  await load();
  nameDevice();
  for (const name of Object.keys(tabs)) {
    const tab = document.getElementById(`tab-${name}`);
    tab.addEventListener("click", () => show(name));
    tab.addEventListener("keydown", (event) => {
      const names = Object.keys(tabs);
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const next = names[(names.indexOf(name) + by + names.length) % names.length];
      show(next);
      document.getElementById(`tab-${next}`).focus();
    });
  }
  for (const id of ["how", "guide-again"]) {
    document.getElementById(id).disabled = false;
    document.getElementById(id).addEventListener("click", () => {
      show("knight");
      guide.open(1);
    });
  }
  document.addEventListener("theme", redraw);
  addEventListener("resize", redraw);
  // An address with settings belongs to a run of one knight.
  show(location.hash.length > 1 ? "knight" : "wall");
  addEventListener("hashchange", () => show("knight"));
} catch (error) {
  device.textContent = `This page cannot run here: ${words(error)}`;
  device.classList.add("without");
  throw error;
}
