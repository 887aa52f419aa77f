// What the reader may choose before a run: each choice is a value in the model, and begins the run again.

import { make } from "./dom.js";
import { short } from "./numbers.js";

const NEEDS_ALL = "Here CFR+ always walks through all deals; with sampling, its floor would bias the sums of regrets.";

// Of each setting: its options, or none for the slider of the ante, and how a change is told.
export const SETTINGS = {
  ante: { label: "Ante S", told: (ante) => `The ante is ${short(ante)}` },
  algorithm: { label: "Algorithm", options: [["CFR", "cfr"], ["CFR+", "cfr+"]], told: (value) => value.toUpperCase() },
  alternating: {
    label: "Players learn",
    options: [["in turn", true], ["together", false]],
    told: (value) => (value ? "The players learn in turn" : "The players learn together"),
  },
  sampling: {
    label: "Each walk covers",
    options: [["all six deals", null], ["one drawn deal", "chance"]],
    told: (value) => (value ? "Each walk goes through one drawn deal" : "Each walk goes through all six deals"),
  },
};

export function settingControls(model) {
  const change = (name, value) => {
    if (name === "algorithm" && value === "cfr+") model.set("sampling", null);
    model.set(name, value);
    model.save_changes();
  };
  const ante = make("input", { type: "range", min: 0.25, max: 5, step: 0.25, input: () => change("ante", ante.valueAsNumber) });
  const output = make("span", { class: "value" });
  const chosen = Object.entries(SETTINGS).filter(([, { options }]) => options).map(([name, { label, options }]) => {
    const choose = () => change(name, options[select.selectedIndex][1]);
    const select = make("select", { name, change: choose }, ...options.map(([text]) => make("option", {}, text)));
    return { name, options, select, root: make("label", {}, `${label} `, select) };
  });
  const note = make("p", { class: "note" });
  const root = make("details", { class: "settings", open: true }, make("summary", {}, "Ante and algorithm (every change restarts the run)"),
    make("div", {}, make("label", {}, `${SETTINGS.ante.label} `, ante, output), ...chosen.map((one) => one.root), note));
  const show = () => {
    const floored = model.get("algorithm") === "cfr+";
    ante.value = model.get("ante");
    output.textContent = short(model.get("ante"));
    for (const { name, options, select } of chosen) {
      select.selectedIndex = options.findIndex(([, value]) => value === (model.get(name) ?? null));
      if (name === "sampling") select.disabled = floored;
    }
    note.textContent = floored ? NEEDS_ALL : "";
  };
  show();
  return { root, show };
}
