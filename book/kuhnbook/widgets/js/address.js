// What a widget shows, in the address of its page behind the #, as "bluff=1/3&call=1/2": whoever gets the address sees the same.

export const readAddress = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

export function writeAddress(values) {
  history.replaceState(history.state, "", `#${Object.entries(values).map(([name, value]) => `${name}=${value}`).join("&")}`);
}
