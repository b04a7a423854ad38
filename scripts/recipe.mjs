/**
 * Follows the recipe of CONTRIBUTING.md ("Add a screen") to the letter in a copy of the tree, then checks and tests the copy.
 * A snippet's info string says what it does: ```ts new=path, append=path, before=path "line", after=path "line", replace=path "text".
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { steps } from './check.mjs'
import { node, root, run, say } from './run.mjs'

/** What is made from the sources. */
const made = new Set(['.git', 'data', 'dist', 'node_modules', 'test-results'])

/** @typedef {{ act: string, path: string, text: string, place: string }} Step */

/** @param {string} guide @returns {Step[]} */
const stepsOf = (guide) =>
  [...guide.matchAll(/^( *)```\w+ (new|append|before|after|replace)=(\S+)(?: "(.+)")?\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', act = '', path = '', place = '', text = '']) => ({
      act,
      path,
      place,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )

/** @param {string} before the file @param {Step} step @returns {string} */
function follow(before, { act, path, text, place }) {
  if (act === 'new') return text
  if (act === 'append') return `${before}\n${text}`
  if (!before.includes(place)) throw new Error(`${path} 中没有 ${place}`)
  if (act === 'replace') return before.replace(place, text.trimEnd())
  const lines = before.split('\n')
  const at = lines.findIndex((line) => line.includes(place))
  lines.splice(act === 'after' ? at + 1 : at, 0, text.trimEnd())
  return lines.join('\n')
}

/** The packages by links, so that the copy remembers its own checks; those of the tree are a beginning. @param {string} copy */
function linkPackages(copy) {
  const packages = join(root, 'node_modules')
  mkdirSync(join(copy, 'node_modules', '.cache'), { recursive: true })
  for (const name of readdirSync(packages)) {
    if (name !== '.cache') symlinkSync(join(packages, name), join(copy, 'node_modules', name), 'junction')
  }
  const types = join('node_modules', '.cache', 'types')
  if (existsSync(join(root, types))) cpSync(join(root, types), join(copy, types), { recursive: true })
}

/** The older of the two newest snapshots goes, as the recipe says. @param {string} copy */
function dropOlderSnapshot(copy) {
  const folder = join(copy, 'server/db/migrations/meta')
  const snapshots = readdirSync(folder)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
  for (const name of snapshots.slice(0, -1)) rmSync(join(folder, name))
}

/**
 * The checks, of style only in the files that the recipe touches and of types only in the program that reads all sources; and the
 * tests of what it adds.
 * @param {string[]} files
 */
const commandsFor = (files) => [
  ...steps
    .filter(({ name }) => name !== '未用代码')
    .flatMap(({ name, commands }) => (name === '类型' ? commands.slice(0, 1) : commands))
    .map((command) => command.flatMap((part) => (part === '.' ? files : [part]))),
  ['node_modules/vitest/vitest.mjs', 'run', 'rooms.test', 'menus.test', 'menus-and-pages.test'],
]

/** @returns {Promise<boolean>} whether the copy is checked and its tests pass */
export async function followRecipe() {
  const copy = mkdtempSync(join(tmpdir(), 'recipe-'))
  try {
    cpSync(root, copy, { recursive: true, filter: (file) => !made.has(relative(root, file)) })
    linkPackages(copy)
    const recipe = stepsOf(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))
    for (const step of recipe) {
      const file = join(copy, step.path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, follow(existsSync(file) ? readFileSync(file, 'utf8') : '', step))
    }
    /** Says something only where it fails. @param {string[]} command */
    const inCopy = async (command) => {
      const { code, output } = await run(node, command, { cwd: copy, isQuiet: true })
      if (code !== 0) say(output.trimEnd())
      return code === 0
    }
    if (!(await inCopy(['node_modules/drizzle-kit/bin.cjs', 'generate', '--name', 'rooms']))) return false
    dropOlderSnapshot(copy)
    for (const command of commandsFor([...new Set(recipe.map(({ path }) => path))])) {
      if (!(await inCopy(command))) return false
    }
    return true
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) {
  const isFollowed = await followRecipe()
  say(isFollowed ? '按 CONTRIBUTING.md 的步骤可以做成' : '按 CONTRIBUTING.md 的步骤做不成')
  process.exitCode = isFollowed ? 0 : 1
}
