// The script of a static page: it brings every widget in it to life.
// <div class="kuhncfr-widget" data-widget="play"><script type="application/json">its state</script>what to read without JavaScript</div>

import { bluff } from "./bluff.js";
import { StaticModel } from "./host.js";
import { playTable } from "./play.js";
import { stepper } from "./stepper.js";
import { swarm } from "./swarm.js";

const WIDGETS = { bluff, play: playTable, stepper, swarm };

function start() {
  for (const el of document.querySelectorAll(".kuhncfr-widget[data-widget]")) {
    const state = JSON.parse(el.querySelector('script[type="application/json"]').textContent);
    WIDGETS[el.dataset.widget].render({ model: new StaticModel(state), el });
  }
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
