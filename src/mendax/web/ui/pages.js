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
];
