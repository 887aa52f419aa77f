// A widget's state in a page without a kernel: the part of anywidget's model that the widgets use.

export class StaticModel {
  constructor(state) {
    this.state = { ...state };
    this.listeners = new Map();
  }

  get(name) { return this.state[name]; }

  set(name, value) {
    this.state[name] = value;
    for (const listener of this.listeners.get(`change:${name}`) ?? []) listener();
  }

  on(event, listener) { this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]); }

  off(event, listener) { this.listeners.set(event, (this.listeners.get(event) ?? []).filter((other) => other !== listener)); }

  save_changes() {}  // there is nobody to tell
}
