// Pictures of printed pages: fetched a few at a time, those in sight first; each stays until the next is loaded.
const TOGETHER = 3;
/** Pictures to load, by image: the address, and the number of the request.
 * @type {Map<HTMLImageElement, { address: string, number: number }>} */
const wanted = new Map();
/** Number of the request whose picture each image shows: loading may end in any order.
 * @type {WeakMap<Element, number>} */
const shown = new WeakMap();
let requests = 0;
/** @type {WeakSet<Element>} */
const seen = new WeakSet();
let busy = 0;

const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target);
      else seen.delete(target);
    }
    next();
  },
  { rootMargin: "400px" },
);

/** Return the address of the picture of a page.
 * @param {string} job
 * @param {number} page
 * @param {string[]} more parameters */
export const pageAddress = (job, page, ...more) =>
  `/api/job/${job}/page/${page}.png${more.length ? `?${more.join("&")}` : ""}`;

/** Load a picture into an image once it is in sight.
 * @param {HTMLImageElement} image
 * @param {string} address */
export function show(image, address) {
  requests += 1;
  if (image.dataset.shown === address) {
    wanted.delete(image);
    shown.set(image, requests);
    return;
  }
  wanted.set(image, { address, number: requests });
  sight.observe(image);
  next();
}

/** Forget an image that is no longer on the page.
 * @param {HTMLImageElement} image */
export function forget(image) {
  wanted.delete(image);
  sight.unobserve(image);
}

function next() {
  for (const [image, { address, number }] of wanted) {
    if (busy >= TOGETHER) return;
    if (!seen.has(image)) continue;
    wanted.delete(image);
    load(image, address, number);
  }
}

/** @param {HTMLImageElement} image
 * @param {string} address
 * @param {number} number number of the request */
async function load(image, address, number) {
  busy += 1;
  const fresh = new Image();
  fresh.src = address;
  try {
    await fresh.decode();
    if (number > (shown.get(image) ?? 0)) {
      shown.set(image, number);
      image.src = address;
      image.dataset.shown = address;
      image.classList.remove("waiting");
    }
  } catch {
    /* a newer job has replaced its job, and a newer picture will follow */
  }
  busy -= 1;
  next();
}
