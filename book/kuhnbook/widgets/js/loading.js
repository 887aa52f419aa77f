// Scripts that a page loads only when they are asked for. A page opened from disk may fetch nothing else.

const loading = new Map();

// Load a classic script once, however often it is asked for.
export function load(address) {
  if (!loading.has(address)) {
    loading.set(address, new Promise((done, fail) => {
      const script = document.createElement("script");
      script.src = address;
      script.onload = done;
      script.onerror = () => {
        loading.delete(address);  // so that one can try again
        fail(new Error(`${address.split("/").pop()} could not be loaded`));
      };
      document.head.append(script);
    }));
  }
  return loading.get(address);
}
