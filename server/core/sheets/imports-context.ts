// What the saving of an import is given, and what it answers.
import type { Tx } from '#server/db/connection.ts'
import type { Person } from '../access/actors.ts'
import type { Author } from '../core.ts'
import type { Change } from '../live/bus.ts'
import type { SheetCell } from './sheets.ts'

export type ResultRows = readonly (readonly SheetCell[])[]

export type SaveContext<Ready> = {
  tx: Tx
  /** Tells open pages of a change, with the commit. */
  announce: (change: Change) => void
  /** For rows that are written beside those of the sheet (`UndoActs.beside`). */
  importId: string
  actor: Person
  by: Author
  rows: readonly { number: number; value: Ready }[]
  /** Reports progress; throws if the job is to stop. Call it after each batch. */
  step: (done: number) => void
  /** Adds a sentence to the message with which the job ends. */
  addNote: (text: string) => void
  /** Rows for the result's file, which is written while further ones are saved. */
  give: (rows: ResultRows) => void
}

/** What was made, for the audit log. */
export type Made = { id: string; name: string }
