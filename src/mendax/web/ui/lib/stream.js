// What a job tells while it goes on: server-sent events, resumed by their numbers when the connection was lost.

/** Calls `point(data)` for each of its points and `job(job)` when its state changes, until it ends or `signal` is aborted. */
export function follow(id, { after = -1, point = () => {}, job = () => {}, signal }) {
  const source = new EventSource(`/api/jobs/${id}/events?after=${after}`);
  const close = () => source.close();
  signal?.addEventListener("abort", close);
  source.addEventListener("point", (event) => point(JSON.parse(event.data), Number(event.lastEventId)));
  source.addEventListener("job", (event) => {
    const told = JSON.parse(event.data);
    if (["done", "failed", "cancelled"].includes(told.status)) close();
    job(told);
  });
  return close;
}
