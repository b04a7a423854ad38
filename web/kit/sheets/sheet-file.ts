// Downloads of files from the server.

import { saveBlob } from '#web/lib/save-blob.ts'

/** Saves a small file that a call returned in base64. */
export function saveSheet({ name, content }: { name: string; content: string }): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  saveBlob(name, new Blob([bytes]))
}

/** Saves a file by its signed link. */
export const saveLink = ({ name, url }: { name: string; url: string }): void =>
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
