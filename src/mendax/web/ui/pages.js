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
];
