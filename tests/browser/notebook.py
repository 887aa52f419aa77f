"""What a live notebook does with a widget: import one module, and render it with a model that Python shares."""

import json
from typing import Any

from playwright.sync_api import Page

# The model remembers and tells, as anywidget's does.
HOST = """async ({ code, state }) => {
  const listeners = new Map();
  const saved = [];
  const model = {
    get: (name) => state[name],
    set: (name, value) => {
      if (JSON.stringify(state[name]) === JSON.stringify(value)) return;
      state[name] = value;
      for (const listener of listeners.get(`change:${name}`) ?? []) listener();
    },
    on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    off: (event, listener) => listeners.set(event, listeners.get(event).filter((other) => other !== listener)),
    save_changes: () => saved.push({ ...state }),
  };
  const module = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  const el = document.createElement("div");
  document.querySelector(".kuhncfr-widget").replaceWith(el);
  const end = module.default.render({ model, el });
  window.host = { model, saved, end, listening: () => [...listeners.values()].flat().length };
}"""


def host(page: Page, widget: Any, *names: str) -> None:
    """Show a widget in place of the page's, with what Python sends under these names; ``host`` in the page is the notebook."""
    state = json.loads(json.dumps({name: getattr(widget, name) for name in names}))
    page.evaluate(HOST, {"code": widget._esm, "state": state})
