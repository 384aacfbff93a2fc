// Pictures of printed pages: fetched a few at a time, those in sight first; the one before stays until the next is there.
const TOGETHER = 3;
const wanted = new Map();
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

/** Where the picture of a page is. */
export const pageAddress = (job, page, ...more) =>
  `/api/job/${job}/page/${page}.png${more.length ? `?${more.join("&")}` : ""}`;

/** Have a picture show something, once it is in sight. */
export function show(picture, address) {
  if (picture.dataset.shown === address) return void wanted.delete(picture);
  wanted.set(picture, address);
  sight.observe(picture);
  next();
}

/** Forget a picture that is no longer on the page. */
export function forget(picture) {
  wanted.delete(picture);
  sight.unobserve(picture);
}

function next() {
  for (const [picture, address] of wanted) {
    if (busy >= TOGETHER) return;
    if (!seen.has(picture)) continue;
    wanted.delete(picture);
    fetchOne(picture, address);
  }
}

async function fetchOne(picture, address) {
  busy += 1;
  const fresh = new Image();
  fresh.src = address;
  try {
    await fresh.decode();
    if (!wanted.has(picture)) {
      // something newer may be asked for by now
      picture.src = address;
      picture.dataset.shown = address;
      picture.classList.remove("waiting");
    }
  } catch {
    /* its job was overtaken, and a newer picture is on its way */
  }
  busy -= 1;
  next();
}
