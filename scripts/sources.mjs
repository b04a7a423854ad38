/** The source files of this repository, by walking it: a check must not depend on what git tracks. */
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { root } from './run.mjs'

const rooms = ['bench', 'contract', 'e2e', 'examples', 'scripts', 'server', 'test', 'web']

/** Paths from the root, with `/`. @param {RegExp} name @returns {string[]} */
export function sourceFiles(name) {
  return rooms
    .flatMap((room) => readdirSync(join(root, room), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}
