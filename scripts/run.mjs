/**
 * Runs other programs for the scripts: waits for them, and ends them with us. Runs on the system's Node (20 or later)
 * before anything is installed, so it uses nothing but Node itself.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** The pinned runtime; `.exe` is what the npm package installs on Windows. */
export const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

const isWindows = process.platform === 'win32'
const isPlain = Boolean(process.env.CI) || !process.stdout.isTTY
const patience = 10_000
/** The server bounds its stop itself; this is for one that no longer can. */
const serverPatience = 45_000

/** Each child, and whether it is the server, which takes the time it needs to stop. @type {Map<Child, boolean>} */
const running = new Map()
let isEnding = false

/** @typedef {import('node:child_process').ChildProcess} Child */

/** Output that is collected instead of going to the terminal. @type {AsyncLocalStorage<{ text: string }>} */
const blocks = new AsyncLocalStorage()

/** @param {string} line */
export function say(line) {
  const block = blocks.getStore()
  if (block) block.text += `${line}\n`
  else process.stdout.write(`${line}\n`)
}

/**
 * Runs `task` beside others: its output, and that of its programs, is collected and printed at its end.
 * @template T
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function inBlock(task) {
  const block = { text: '' }
  try {
    return await blocks.run(block, task)
  } finally {
    process.stdout.write(block.text)
  }
}

/** @param {string} line */
export function heading(line) {
  say(isPlain ? `\n== ${line}` : `\n\u001b[1m== ${line}\u001b[0m`)
}

/** @param {number} since */
export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} 秒`
}

/**
 * Resolves to the exit code; 127 when the program is not there. `output` is filled when `isQuiet`, else it goes to the
 * terminal as it comes; with `isPiped` without the program knowing of the terminal, whose cursor it then leaves to others.
 * `timeout` in ms.
 * @typedef {{ isQuiet?: boolean, isPiped?: boolean, isServer?: boolean, shell?: boolean, cwd?: string,
 *   timeout?: number }} RunOptions
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions & { env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, options = {}) {
  const { env = process.env, cwd = root, isQuiet = false, isServer = false, shell = false, timeout = 0 } = options
  const block = blocks.getStore()
  const isPiped = isQuiet || options.isPiped || block !== undefined
  return new Promise((resolve) => {
    if (isEnding) return
    const child = spawn(program, args, {
      cwd,
      env: { ...env, ...(isPlain ? { NO_COLOR: '1' } : isPiped && !isQuiet && { FORCE_COLOR: '1' }) },
      stdio: isPiped ? ['ignore', 'pipe', 'pipe'] : [isServer ? 'pipe' : 'ignore', 'inherit', 'inherit'],
      // A process group of its own: it is ended with all its children, and Ctrl+C reaches it once, through us.
      detached: !isWindows,
      shell,
    })
    running.set(child, isServer)
    const timer = timeout ? setTimeout(() => signal(child, 'SIGKILL'), timeout) : undefined
    let output = ''
    /** @param {string} chunk */
    const hear = (chunk) => {
      if (isQuiet) output += chunk
      else if (block) block.text += chunk
      else process.stdout.write(chunk)
    }
    child.stdout?.setEncoding('utf8').on('data', hear)
    child.stderr?.setEncoding('utf8').on('data', hear)
    /** @param {number} code */
    const done = (code) => {
      clearTimeout(timer)
      running.delete(child)
      if (!isEnding || isServer) resolve({ code, output }) // else nothing may follow: the whole run is being ended
    }
    child.on('error', (error) => {
      output += error.message
      done(127)
    })
    child.on('close', (code, killedBy) => done(code ?? 128 + constants.signals[killedBy ?? 'SIGKILL']))
  })
}

/**
 * The server. Nothing is written to its standard input: it closes with us, however we end, and the server ends with it. `flags`
 * are those of Node, `args` its own.
 * @param {{ flags?: string[], args?: string[], env?: NodeJS.ProcessEnv }} [options]
 */
export function runServer({ flags = [], args = [], env = process.env } = {}) {
  return run(node, [...flags, 'server/main.mjs', ...args, '--ends-with-launcher'], { isServer: true, env })
}

/** @param {Child} child @param {NodeJS.Signals} name */
function signal(child, name) {
  try {
    if (isWindows || child.pid === undefined) child.kill(name)
    else process.kill(-child.pid, name)
  } catch {
    // it has ended already
  }
}

/** Ctrl+C and friends: children first, then us. */
export function endChildrenWithUs() {
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(name, () => end(name))
  if (process.env.npm_lifecycle_event && !isWindows) endWithNpm()
}

/**
 * A signal to npm ends the shell between npm and us without a word to us: then our parent is another. Killed with -9, npm
 * leaves that shell: then the shell's parent is another.
 */
function endWithNpm() {
  const parent = process.ppid
  const { name, parent: npm } = look(parent)
  const isShell = name.endsWith('sh')
  setInterval(() => {
    if (process.ppid !== parent || (isShell && look(parent).parent !== npm)) end('SIGTERM')
  }, 500).unref()
}

/** A process's name and its parent, 0 where it is gone. @param {number} pid */
function look(pid) {
  /** @type {string} */
  let text
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^\d+ \((.*)\) \S (\d+).*$/s, '$2 $1')
  } catch {
    text = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  }
  const [, parent = '0', name = ''] = /^\s*(\d+)\s+(.*?)\s*$/s.exec(text) ?? []
  return { name, parent: Number(parent) }
}

/** @param {'SIGINT' | 'SIGTERM' | 'SIGHUP'} name */
function end(name) {
  // On Windows the children share our console, so they have heard of Ctrl+C; a signal there would be a kill.
  // The terminal closing (SIGHUP) is for them one more way of being asked to stop.
  if (!isWindows) for (const child of running.keys()) signal(child, name === 'SIGHUP' ? 'SIGTERM' : name)
  if (isEnding) return
  isEnding = true
  const since = Date.now()
  setInterval(() => {
    if (running.size === 0) process.exit(128 + constants.signals[name])
    for (const [child, isServer] of running)
      if (Date.now() - since > (isServer ? serverPatience : patience)) signal(child, 'SIGKILL')
  }, 50)
}

/**
 * The environment without this package's own programs in PATH: npm may replace them while it runs.
 * @returns {NodeJS.ProcessEnv}
 */
export function outsideEnvironment() {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const path = (process.env[key] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...process.env, [key]: path.join(delimiter) }
}
