/** What a run amounts to, from the runners' own reports: how many tests passed, and which needed a second try. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './run.mjs'

/** @typedef {{ passed: number, failed: number }} Count */
/** A test that failed, or passed only at a later try. `error` is the first line of its first error. @typedef {{ file: string, name: string, error: string }} Named */
/** @typedef {{ failed: Named[], flaky: Named[] }} Troubles */
/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} Assertion */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: Assertion[] }} TestFile */
/** @typedef {{ numPassedTests: number, numTotalTests: number, testResults: TestFile[] }} VitestReport */
/** @typedef {{ status: string, results: { error?: { message?: string } }[] }} Tried */
/** @typedef {{ specs: { title: string, file: string, tests: Tried[] }[], suites?: Suite[] }} Suite */
/** @typedef {{ measurements: { name: string, isRunning: boolean, errors: string[] }[] }} BenchReport */
/** @typedef {{ suites: Suite[], stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>, errors: {}[] }} PlaywrightReport */

/** More flaky tests than this refuse the run. */
const mostFlaky = 5
/** The last lines are what a cut log keeps: they name so many failures. */
const mostNamed = 20

/**
 * Skipped tests count as failed: a green run means that everything ran. So does a file that could not be read.
 * @param {VitestReport} report
 * @returns {Count}
 */
export function countVitest({ numPassedTests, numTotalTests, testResults }) {
  const unread = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests + unread.length }
}

/** @param {PlaywrightReport} report @returns {Count} */
export function countPlaywright({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped + errors.length }
}

/** A passed test keeps the errors of its earlier tries. @param {Pick<VitestReport, 'testResults'>} report @returns {Troubles} */
export function troublesOfVitest({ testResults }) {
  const tests = testResults.flatMap(({ name: path, status: ofFile, message, assertionResults }) => {
    const file = relative(root, path).replaceAll('\\', '/')
    if (ofFile === 'failed' && assertionResults.length === 0)
      return [{ status: 'failed', named: { file, name: '', error: firstLine(message ?? '') } }]
    return assertionResults.map(({ fullName, status, failureMessages: [error = ''] }) => ({
      status,
      named: { file, name: fullName.trim(), error: firstLine(error) },
    }))
  })
  return {
    failed: tests.filter(({ status }) => status !== 'passed').map(({ named }) => named),
    flaky: tests.filter(({ status, named }) => status === 'passed' && named.error !== '').map(({ named }) => named),
  }
}

/** @param {Pick<PlaywrightReport, 'suites'>} report @returns {Troubles} */
export function troublesOfPlaywright({ suites }) {
  const tests = suites.flatMap(playwrightTests)
  return {
    failed: tests.filter(({ status }) => status === 'unexpected' || status === 'skipped').map(({ named }) => named),
    flaky: tests.filter(({ status }) => status === 'flaky').map(({ named }) => named),
  }
}

/** @param {Suite} suite @returns {{ status: string, named: Named }[]} */
function playwrightTests({ specs, suites }) {
  const own = specs.flatMap(({ title: name, file, tests }) =>
    tests.map(({ status, results }) => ({
      status,
      named: { file: `e2e/${file}`, name, error: firstLine(results[0]?.error?.message ?? '') },
    })),
  )
  return [...own, ...(suites ?? []).flatMap(playwrightTests)]
}

/** @param {BenchReport} report @returns {Count} */
export function countBench({ measurements }) {
  const passed = measurements.filter(({ isRunning }) => isRunning).length
  return { passed, failed: measurements.length - passed }
}

/** @param {BenchReport} report @returns {Troubles} */
export function troublesOfBench({ measurements }) {
  /** @param {boolean} isRunning */
  const named = (isRunning) =>
    measurements
      .filter((each) => each.isRunning === isRunning && each.errors.length > 0)
      .map(({ name, errors: [error = ''] }) => ({ file: 'bench', name, error: firstLine(error) }))
  return { failed: named(false), flaky: named(true) }
}

/** @param {string} error */
const firstLine = (error) => stripVTControlCharacters(error).split('\n', 1)[0] ?? ''

/**
 * The last lines of a run. Few flaky tests are named; too many are a failure of each.
 * @param {Count} total
 * @param {Troubles} troubles
 * @returns {{ failed: number, lines: string[] }}
 */
export function judge({ passed, failed }, { failed: failures, flaky }) {
  const isTooMany = flaky.length > mostFlaky
  const refused = isTooMany ? flaky.length : 0
  const unnamed = failures.length - mostNamed
  return {
    failed: failed + refused,
    lines: [
      ...(failures.length > 0 ? ['失败：', ...linesOf(failures.slice(0, mostNamed))] : []),
      ...(unnamed > 0 ? [`  还有 ${unnamed} 个`] : []),
      ...(failures.length > 0 ? [''] : []),
      ...(flaky.length > 0 ? [`不稳定：${flaky.length} 个测试重试后才通过`, ...linesOf(flaky), ''] : []),
      ...(isTooMany ? [`不稳定的测试超过 ${mostFlaky} 个，每个都算作失败`, ''] : []),
      `${passed - refused} passed, ${failed + refused} failed`,
    ],
  }
}

/** @param {Named[]} named */
const linesOf = (named) => named.flatMap(({ file, name, error }) => [`  ${file}  ${name}`.trimEnd(), `    ${error}`])
