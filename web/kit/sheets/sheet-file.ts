// Downloads of files from the server.

function saveFrom(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Saves a small file that a call returned in base64. */
export function saveSheet({ name, content }: { name: string; content: string }): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes]))
  saveFrom(address, name)
  // the browser has read it by then
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Saves a file by its signed link. */
export const saveLink = ({ name, url }: { name: string; url: string }): void => saveFrom(url, name)
