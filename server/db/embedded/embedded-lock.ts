/**
 * The lock that keeps a second server off one cluster.
 *
 * It must belong to the server process: PostgreSQL itself may outlive a killed server and is then adopted. A file with a
 * process id is fooled by kill -9 and by reused ids. Node has no flock, but SQLite's exclusive transaction is a lock of
 * the operating system on a file: gone the moment its process is, however it died.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const sqliteBusy = 5

/** Held here because a collected DatabaseSync closes its file, and with it the lock. */
const held = new Set<DatabaseSync>()

/** Returns the function that lets go, or the process id (where it is known) of the server that holds the lock. */
export function acquireLock(folder: string): { release: () => void } | { heldBy: string } {
  const note = join(folder, 'server.pid')
  const file = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0 })
  try {
    file.exec('PRAGMA journal_mode = memory; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return { heldBy: read(note) }
    throw error
  }
  held.add(file)
  writeFileSync(note, String(process.pid)) // for the message only: nothing is decided by it
  return {
    release() {
      if (!held.delete(file)) return
      rmSync(note, { force: true })
      file.close()
    },
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return '?'
  }
}
