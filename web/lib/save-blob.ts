// Saves what was made in the browser as a file.

/** The browser has read it by then, ms. */
const READ_WITHIN_MS = 10_000

export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS)
}
