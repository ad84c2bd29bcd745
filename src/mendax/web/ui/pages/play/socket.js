// A socket that comes back: after a drop it connects again, a little later each time, and the server sends the table anew.

export function tableSocket(id, { signal, onTable, onError, onStatus }) {
  let socket = null;
  let wait = 250;
  let timer = 0;

  function connect() {
    if (signal.aborted) return;
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/play/tables/${id}/socket`);
    socket.onopen = () => onStatus(true);
    socket.onmessage = (event) => {
      wait = 250;
      const message = JSON.parse(event.data);
      message.type === "table" ? onTable(message) : onError(message.error);
    };
    socket.onclose = (event) => {
      if (signal.aborted || event.code === 1008) return;
      onStatus(false);
      timer = setTimeout(connect, wait);
      wait = Math.min(2 * wait, 8000);
    };
  }

  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    socket?.close();
  });
  connect();
  return {
    act(seq, action) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "act", seq, action }));
      else onError("The server is not reached; connecting again.");
    },
  };
}
