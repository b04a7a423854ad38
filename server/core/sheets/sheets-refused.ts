/** A file that is not read: the message says in Chinese why, and what to do. */
export class SheetRefused extends Error {
  override name = 'SheetRefused'
}
