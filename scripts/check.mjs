/** `npm run check`: types, lint, import rules, house rules, unused code. Within 15 seconds on two cores. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { endChildrenWithUs, node, run, say, seconds } from './run.mjs'

/** @param {string} name */
const program = (name) => join('node_modules', ...name.split('/'))

/**
 * Incremental: the next run reads only what has changed. One checker a program: the usual four would each infer the
 * same types again, for twice the processor time, and other programs use the other core.
 * @param {string} room
 */
const types = (room) => {
  const memory = join('node_modules', '.cache', 'types', `${room}.tsbuildinfo`)
  return [program('typescript/bin/tsc'), '-p', room, '--checkers', '1', '--incremental', '--tsBuildInfoFile', memory]
}

/** The first one's program reads the sources of all, but for their unit tests. */
const rooms = ['scripts', 'server', 'web', 'contract']

/**
 * Each step is a list of commands for the pinned runtime; it holds when all of them do.
 * @type {{ name: string, commands: string[][] }[]}
 */
export const steps = [
  { name: '类型', commands: rooms.map(types) },
  { name: '未用代码', commands: [[program('knip/bin/knip.js'), '--no-progress']] },
  { name: '代码规范', commands: [[program('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']] },
  { name: '导入规则', commands: [['scripts/imports.mjs']] },
  { name: '本库规则', commands: [['scripts/house-rules.mjs']] },
]

/**
 * Prints each step as it ends.
 * @param {number} cores how many may be used at once
 * @returns {Promise<{ name: string, passed: boolean }[]>}
 */
export async function runChecks(cores) {
  const queue = steps.flatMap((step) => step.commands.map((command) => ({ step, command })))
  /** @type {Map<object, { left: number, output: string, passed: boolean, since: number }>} */
  const states = new Map()
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { step, command } = next
      const state = states.get(step) ?? { left: step.commands.length, output: '', passed: true, since: Date.now() }
      states.set(step, state)
      const { code, output } = await run(node, command, { isQuiet: true })
      state.left -= 1
      if (code !== 0) {
        state.passed = false
        state.output += output
      }
      if (state.left > 0) continue
      say(`${state.passed ? '✓' : '✗'} ${step.name}（${seconds(state.since)}）`)
      if (!state.passed) say(state.output.trimEnd())
    }
  }
  await Promise.all(Array.from({ length: cores }, worker))
  return steps.map((step) => ({ name: step.name, passed: states.get(step)?.passed === true }))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  endChildrenWithUs()
  try {
    await prepare()
    const results = await runChecks(2)
    process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
