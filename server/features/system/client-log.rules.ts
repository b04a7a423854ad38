// What is kept of a browser's error report: short, one-lined where it is one line, without secrets, harmless to read.

import { CLIENT_LOG_TEXTS } from '../../../contract/limits.ts'
import { maskSecrets } from '../../../contract/masking.ts'
import type { ClientError } from '../../../contract/system/client-log.ts'

/** Controls (the escape of terminals among them), line separators, and marks that turn the direction of writing. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu
const unseenButLines = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu

/** Cut before anything reads it, masked whole, cut again: what the cut halved of a secret is in the part that falls away. */
function shortened(text: string, length: number): string {
  return maskSecrets(text.slice(0, 2 * length))
    .slice(0, length)
    .toWellFormed()
}

const oneLine = (text: string, length: number) => shortened(text.slice(0, 4 * length).replace(unseen, ' '), length)

const manyLines = (text: string, length: number) =>
  shortened(
    text
      .slice(0, 4 * length)
      .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
      .replace(unseenButLines, ' '),
    length,
  )

export function cleaned({ message, stack, info, url, ...entry }: ClientError): ClientError {
  return {
    ...entry,
    message: oneLine(message, CLIENT_LOG_TEXTS.message),
    stack: manyLines(stack, CLIENT_LOG_TEXTS.stack),
    info: manyLines(info, CLIENT_LOG_TEXTS.info),
    url: oneLine(url, CLIENT_LOG_TEXTS.url),
  }
}

const LINE_LENGTH = 300

/** One line for the server's log. */
export const lineOf = ({ type, message, url }: ClientError) => oneLine(`${type}: ${message} (${url})`, LINE_LENGTH)

export const cleanUserAgent = (text: string) => oneLine(text, 200)
