// Finds sections: searchindex.js calls search() with all of them, [address, title, prose, weight], and with synonyms.
(() => {
  const MOST = 40, OF_A_PAGE = 3;  // results
  const EXCERPT = 240;  // characters
  const SMALL = new Set("a an and are do does for how i in is it of on or the to what with".split(" "));

  const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_'’+-]*/gu)?.map((word) => word.replace("’", "'")) ?? [];
  const stem = (word) => word.replace(/(?<=.{4})(?:'s|s|ing|ed)$/, "");

  // One query of several words: each must be somewhere in the section, or in the title of its page.
  function score(asked, section) {
    const found = asked.map((word) => {
      const times = (list) => list.filter((other) => other === word || (word.length > 2 && other.startsWith(word))).length;
      const whole = section.title.includes(word) ? 2 : 1;  // "CFR+" rather than "CFR"
      return 12 * whole * times(section.title) / Math.sqrt(section.title.length || 1) + 4 * times(section.page) + Math.min(times(section.text), 4);
    });
    return found.every(Boolean) ? section.weight * found.reduce((sum, one) => sum + one, 0) : 0;
  }

  window.search = ({ sections, synonyms }) => {
    const query = new URLSearchParams(location.search).get("q")?.trim() ?? "";
    document.querySelectorAll('input[name="q"]').forEach((field) => { field.value = query; });
    if (!query) return;
    const same = Object.entries(synonyms).filter(([word]) => query.toLowerCase().includes(word)).map(([word, other]) => query.toLowerCase().replace(word, other));
    const asked = [query, ...same].map((one) => {
      const all = words(one), large = all.filter((word) => !SMALL.has(word));
      return (large.length ? large : all).map(stem);
    });
    let page = [];
    const ranked = sections.map(([address, title, text, weight]) => {
      if (!address.includes("#")) page = [title, words(title)];
      const section = { address, name: title, text: words(text), prose: text, title: words(title), page: page[1], on: page[0], weight };
      return { ...section, score: Math.max(...asked.map((one) => (one.length ? score(one, section) : 0))) };
    }).filter((section) => section.score).sort((one, other) => other.score - one.score);
    const shown = new Map();
    const best = ranked.filter(({ on }) => shown.set(on, (shown.get(on) ?? 0) + 1).get(on) <= OF_A_PAGE).slice(0, MOST);
    show(query, best, ranked.length, asked.flat());
    localStorage.setItem("sphinx_highlight_terms", asked.flat().join(" "));  // for sphinx_highlight.js on the page that is opened
  };

  function show(query, best, count, asked) {
    const found = best.length < count ? `The best ${best.length} of ${count} sections.` : `${count} ${count > 1 ? "sections" : "section"} found.`;
    const status = make("p", count ? found : `Nothing was found for “${query}”. Try one word, or look in the glossary.`);
    status.setAttribute("role", "status");
    const list = make("ul");
    list.className = "search";
    list.append(...best.map(({ address, name, on, prose }) => {
      const link = make("a", name === on ? name : `${on} › ${name}`);
      link.href = address;
      const item = make("li");
      item.append(link, excerpt(prose, asked));
      return item;
    }));
    document.getElementById("search-results").replaceChildren(status, list);
  }

  // The prose around the first word that was found.
  function excerpt(prose, asked) {
    const places = asked.map((word) => prose.toLowerCase().indexOf(word)).filter((place) => place >= 0);
    const near = Math.max(Math.min(...places, prose.length) - EXCERPT / 2, 0);
    const first = places.length && near ? prose.indexOf(" ", near) + 1 : 0;
    const last = prose.length > first + EXCERPT ? prose.lastIndexOf(" ", first + EXCERPT) : prose.length;
    const shown = make("p", `${first ? "… " : ""}${prose.slice(first, last)}${last < prose.length ? " …" : ""}`);
    shown.className = "context";
    return shown;
  }

  const make = (name, text = "") => Object.assign(document.createElement(name), { textContent: text });
})();
