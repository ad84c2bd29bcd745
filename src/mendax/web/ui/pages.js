// Every page of the app, in the order of the navigation. A page is a module whose default export shows it, see docs/web.md.
// `hidden` pages are reached by links from others.

export const pages = [
  { path: "/", title: "Home", hidden: true, load: () => import("./pages/home.js") },
  {
    path: "/play",
    title: "Play",
    about: "Rounds, whole matches and passing cups, with people and agents of measured strength.",
    load: () => import("./pages/play/page.js"),
  },
  {
    path: "/review",
    title: "Review",
    about: "What each decision cost, what could be believed, and how much of the result was luck.",
    load: () => import("./pages/review/page.js"),
  },
  {
    path: "/people",
    title: "People",
    about: "People against machines, as in the thesis' Tables 2 to 4, with intervals.",
    load: () => import("./pages/people.js"),
  },
  { path: "/explore", title: "Explore", about: "Solved games node by node: what each hand does and what each action is worth.", load: () => import("./pages/explore.js") },
  { path: "/train", title: "Train", about: "Spots from real play, graded by what your answer loses.", load: () => import("./pages/train.js") },
  { path: "/lab", title: "Lab", about: "Populations as they grow, and stage games with a slider.", load: () => import("./pages/lab.js") },
  { path: "/papers", title: "Papers", about: "What four works print, computed again: verdicts and errata.", load: () => import("./pages/papers.js") },
  { path: "/jobs", title: "Jobs", about: "Solve a game here: size first, then a queue and a live curve.", load: () => import("./pages/jobs.js") },
];
