// What every kind of storage does for contents.
import type { Readable } from 'node:stream'

/** Bytes, both ends included. */
export type ByteRange = { start: number; end: number }

/** Content that its row names and that is not there. */
export class MissingContent extends Error {}

export type Contents = {
  /** Takes a finished file; `path` may be gone afterwards. Does not return before the content is durable. */
  put: (sha256: string, path: string) => Promise<void>
  /** Throws `MissingContent`. */
  read: (sha256: string, range?: ByteRange) => Promise<Readable>
  /** Content that is not there is no error. */
  remove: (sha256: string) => Promise<void>
}
