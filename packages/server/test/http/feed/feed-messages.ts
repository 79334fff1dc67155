/** The messages of an event stream as they come, each with its lines; they end with the connection. */
export function messagesOf({ status, body }: Response): AsyncGenerator<string> {
  if (status !== 200 || body === null) throw new Error(`the feed answered ${status}`);
  return messages(body);
}

async function* messages(body: NonNullable<Response['body']>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const whole = (rest + decoder.decode(part.value, { stream: true })).split('\n\n');
    rest = whole.pop() ?? '';
    yield* whole;
  }
}
