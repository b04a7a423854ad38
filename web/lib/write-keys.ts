// Idempotency-Keys of writes. A write whose reply never came may have been done: made again with the same input it carries the
// same key, and the server does it once.

const KEY_BYTES = 16

/** Keys of writes whose reply did not come, by call and input. */
const open = new Map<string, string>()

/** Not crypto.randomUUID: it needs a secure context, and intranets often have none. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The key for this write, and whose name it is kept under until a reply comes. */
export function openWrite(
  path: string,
  input: unknown,
  confirmToken: string | undefined,
): { key: string; name: string } {
  const name = JSON.stringify([path, input, confirmToken])
  const key = open.get(name) ?? newKey()
  open.set(name, key)
  return { key, name }
}

/**
 * A reply came. Where it was a success, the writes without one are over too: a person who has done something else since, as
 * switching on what was switched off, means the same input anew.
 */
export function closeWrite(name: string, isDone: boolean): void {
  if (isDone) open.clear()
  else open.delete(name)
}
