/** Sends a body by XMLHttpRequest, and reports how much of it was sent. */
export function sendByXHR(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: Blob,
  signal: AbortSignal,
  onSent: (sent: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = "blob";
    for (const [name, value] of Object.entries(headers)) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = (event) => onSent(event.loaded);
    request.onload = () => resolve(response(request));
    request.onerror = () => reject(new Error("the connection failed"));
    request.onabort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}

function response(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split("\r\n")) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(request.response as Blob, { status: request.status, headers });
}
