// The script of a static page: it brings the widgets of one kind in it to life.
// <div class="kuhncfr-widget" data-widget="play"><script type="application/json">its state</script>what to read without JavaScript</div>

import { StaticModel } from "./host.js";

export function start(name, widget) {
  for (const el of document.querySelectorAll(`.kuhncfr-widget[data-widget="${name}"]`)) {
    const state = JSON.parse(el.querySelector('script[type="application/json"]').textContent);
    widget.render({ model: new StaticModel(state), el });
  }
}
