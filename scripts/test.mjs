/**
 * `npm test`: everything, in order, and nothing left out. The last line counts it all from the runners' own reports.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildBrowserPart } from './build.mjs'
import { runChecks } from './check.mjs'
import { findChromium } from './chromium.mjs'
import { prepare } from './prepare.mjs'
import { endChildrenWithUs, heading, node, root, run, say, seconds } from './run.mjs'

/** @typedef {{ passed: number, failed: number }} Count */

const vitestReport = 'reports/vitest.json'
const playwrightReport = 'reports/playwright.json'

endChildrenWithUs()
const total = await runAll()
say(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function runAll() {
  const total = { passed: 0, failed: 0 }
  /** @param {string} title @param {() => Promise<Count>} step */
  const part = async (title, step) => {
    heading(title)
    const since = Date.now()
    const { passed, failed } = await step().catch((error) => {
      say(error instanceof Error ? error.message : String(error))
      return { passed: 0, failed: 1 }
    })
    total.passed += passed
    total.failed += failed
    say(`${title}：${passed} 通过，${failed} 失败（${seconds(since)}）`)
    return failed === 0
  }
  const isPrepared = await part('准备', async () => {
    await prepare()
    return { passed: 0, failed: 0 }
  })
  if (!isPrepared) return total // there is nothing to run the rest with
  await part('检查', check)
  await part('单元与接口测试', unitTests)
  await part('构建浏览器端', async () =>
    (await buildBrowserPart()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
  )
  await part('浏览器测试', browserTests)
  say('')
  return total
}

async function check() {
  const results = await runChecks()
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed }
}

async function unitTests() {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  return runner(vitestReport, [join('node_modules', 'vitest', 'vitest.mjs'), ...args], {}, countVitest)
}

async function browserTests() {
  const chromium = await findChromium()
  say(`浏览器：${chromium}`)
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json']
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, playwrightReport) }
  return runner(
    playwrightReport,
    [join('node_modules', '@playwright', 'test', 'cli.js'), ...args],
    env,
    countPlaywright,
  )
}

/**
 * A runner that leaves no report, counts no test, or ends badly though all its tests passed, counts as one failure.
 * @template T
 * @param {string} report
 * @param {string[]} command
 * @param {Record<string, string>} env
 * @param {(report: T) => Count} count
 * @returns {Promise<Count>}
 */
async function runner(report, command, env, count) {
  const file = join(root, report)
  rmSync(file, { force: true })
  const { code } = await run(node, command, { env: { ...process.env, ...env } })
  let counted = { passed: 0, failed: 0 }
  try {
    counted = count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    say(`没有留下报告（${report}），算作一个失败`)
  }
  if (counted.failed > 0 || (counted.passed > 0 && code === 0)) return counted
  if (counted.passed > 0) say(`测试都通过了，但运行器以 ${code} 退出，算作一个失败`)
  return { ...counted, failed: 1 }
}

/**
 * Skipped tests count as failed: a green run means that everything ran. So does a file that could not be read.
 * @param {{ numPassedTests: number, numTotalTests: number, testResults: { status: string, assertionResults: [] }[] }} report
 * @returns {Count}
 */
function countVitest({ numPassedTests, numTotalTests, testResults }) {
  const unread = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests + unread.length }
}

/**
 * Passing at the second attempt, or not at all, is not passing.
 * @param {{ stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>, errors: [] }} report
 * @returns {Count}
 */
function countPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length }
}
