/**
 * `npm test`: everything, and nothing left out. The last line counts it all from the runners' own reports.
 *
 * Many tests wait (for processes, for a database), and the check and the build only compute: beside each other they keep
 * both cores busy. The browser tests come last and alone: they need the build, and they are hurt by whatever else runs.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildBrowserPart, buildServer } from './build.mjs'
import { runChecks } from './check.mjs'
import { findChromium } from './chromium.mjs'
import {
  countBench,
  countPlaywright,
  countVitest,
  judge,
  troublesOfBench,
  troublesOfPlaywright,
  troublesOfVitest,
} from './outcome.mjs'
import { prepare } from './prepare.mjs'
import { followRecipe } from './recipe.mjs'
import { benchReport, playwrightReport, timesOfRun, vitestReport } from './report.mjs'
import { endChildrenWithUs, heading, inBlock, node, root, run, say, seconds } from './run.mjs'

/** @typedef {import('./outcome.mjs').Count} Count */
/** @typedef {import('./outcome.mjs').Troubles} Troubles */

const flakyReport = 'test-results/flaky.json'

endChildrenWithUs()
for (const report of [vitestReport, benchReport, playwrightReport]) rmSync(join(root, report), { force: true })
const total = { passed: 0, failed: 0 }
/** @type {import('./report.mjs').Part[]} */
const parts = []
/** @type {Troubles} */
const troubles = { failed: [], flaky: [] }
await runAll()
writeFlaky()
const outcome = judge(total, troubles)
for (const line of outcome.lines) say(line)
process.exitCode = outcome.failed > 0 ? 1 : 0

async function runAll() {
  const prepared = await part('准备', async () => {
    await prepare()
    return { passed: 0, failed: 0 }
  })
  if (prepared.failed > 0) return // there is nothing to run the rest with
  // Found or installed early: a package manager may take minutes, and almost no processor.
  const chromium = inBlock(findChromium)
  chromium.catch(() => {}) // handled where it is awaited
  await Promise.all([part('单元与接口测试', unitTests), checkAndBuild()])
  // alone, as the browser tests: what it measures waits for answers within limits
  await part('性能测量试运行', async () => smoke(await chromium))
  await part('浏览器测试', async () => browserTests(await chromium))
  heading('用时')
  for (const line of timesOfRun(parts)) say(line)
  say('')
}

/** After the browser tests, which empty the folder when they begin. */
function writeFlaky() {
  mkdirSync(dirname(join(root, flakyReport)), { recursive: true })
  writeFileSync(join(root, flakyReport), `${JSON.stringify(troubles.flaky, null, 2)}\n`)
}

/** Beside the unit tests: each prints its output in one block, when it ends. */
async function checkAndBuild() {
  await inBlock(() => part('检查', check))
  await inBlock(() => part('构建浏览器端', build))
  await inBlock(() => part('照 CONTRIBUTING 加一个页面', recipe))
}

/** @param {string} title @param {() => Promise<Count>} step */
async function part(title, step) {
  heading(title)
  const since = Date.now()
  const { passed, failed } = await step().catch((error) => {
    say(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1 }
  })
  total.passed += passed
  total.failed += failed
  if (failed > 0) troubles.failed.push({ file: title, name: `${failed} 个失败`, error: '见上文' })
  parts.push({ title, count: passed + failed, took: Date.now() - since })
  say(`${title}：${passed} 通过，${failed} 失败（${seconds(since)}）`)
  return { passed, failed }
}

async function check() {
  const results = await runChecks(1) // the unit tests have the other core
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed }
}

async function build() {
  const isBuilt = (await buildBrowserPart({ withGallery: true })) && (await buildServer())
  return isBuilt ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function recipe() {
  return (await followRecipe()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function unitTests() {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  const command = [join('node_modules', 'vitest', 'vitest.mjs'), ...args]
  return runner(vitestReport, command, {}, { count: countVitest, troublesOf: troublesOfVitest })
}

/** Runs each measurement of `npm run bench` once and small, so that none stops working unseen. @param {string} chromium */
async function smoke(chromium) {
  const command = [join('scripts', 'command.mjs'), join('bench', 'run.ts'), '--smoke', `--report=${benchReport}`]
  return runner(benchReport, command, { CHROMIUM_PATH: chromium }, { count: countBench, troublesOf: troublesOfBench })
}

/** @param {string} chromium */
async function browserTests(chromium) {
  say(`浏览器：${chromium}`)
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json']
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, playwrightReport) }
  return runner(playwrightReport, [join('node_modules', '@playwright', 'test', 'cli.js'), ...args], env, {
    count: countPlaywright,
    troublesOf: troublesOfPlaywright,
  })
}

/**
 * A runner that leaves no report, counts no test, or ends badly though all its tests passed, counts as one failure.
 * @template T
 * @param {string} report
 * @param {string[]} command
 * @param {Record<string, string>} env
 * @param {{ count: (report: T) => Count, troublesOf: (report: T) => Troubles }} reader
 * @returns {Promise<Count>}
 */
async function runner(report, command, env, { count, troublesOf }) {
  // Not on the terminal itself: a runner that redraws its lines would draw over what others say meanwhile.
  const { code } = await run(node, command, { env: { ...process.env, ...env }, isPiped: true })
  let counted = { passed: 0, failed: 0 }
  try {
    const read = JSON.parse(readFileSync(join(root, report), 'utf8'))
    counted = count(read)
    const { failed, flaky } = troublesOf(read)
    troubles.failed.push(...failed)
    troubles.flaky.push(...flaky)
  } catch {
    say(`没有留下报告（${report}），算作一个失败`)
  }
  if (counted.failed > 0 || (counted.passed > 0 && code === 0)) return counted
  if (counted.passed > 0) say(`测试都通过了，但运行器以 ${code} 退出，算作一个失败`)
  return { ...counted, failed: 1 }
}
