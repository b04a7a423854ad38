/** What a run amounts to, from the runners' own reports: how many tests passed, and which needed a second try. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './run.mjs'

/** @typedef {{ passed: number, failed: number }} Count */
/** A test that passed only at a later try. `error` is the first line of its first error. @typedef {{ file: string, name: string, error: string }} Flaky */
/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} Assertion */
/** @typedef {{ name: string, status: string, assertionResults: Assertion[] }} TestFile */
/** @typedef {{ numPassedTests: number, numTotalTests: number, testResults: TestFile[] }} VitestReport */
/** @typedef {{ status: string, results: { error?: { message?: string } }[] }} Tried */
/** @typedef {{ specs: { title: string, file: string, tests: Tried[] }[], suites?: Suite[] }} Suite */
/** @typedef {{ suites: Suite[], stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>, errors: {}[] }} PlaywrightReport */

/** More flaky tests than this refuse the run. */
const mostFlaky = 5

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

/** A passed test keeps the errors of its earlier tries. @param {VitestReport} report @returns {Flaky[]} */
export function flakyOfVitest({ testResults }) {
  return testResults.flatMap(({ name: path, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages: [error = ''] }) => ({
        file: relative(root, path).replaceAll('\\', '/'),
        name: fullName.trim(),
        error: firstLine(error),
      })),
  )
}

/** @param {Pick<PlaywrightReport, 'suites'>} report @returns {Flaky[]} */
export function flakyOfPlaywright({ suites }) {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap(({ title: name, file, tests }) =>
      tests
        .filter(({ status }) => status === 'flaky')
        .map(({ results }) => ({ file: `e2e/${file}`, name, error: firstLine(results[0]?.error?.message ?? '') })),
    ),
    ...flakyOfPlaywright({ suites: suite.suites ?? [] }),
  ])
}

/** @param {string} error */
const firstLine = (error) => stripVTControlCharacters(error).split('\n', 1)[0] ?? ''

/**
 * The last lines of a run. Few flaky tests are named; too many are a failure of each.
 * @param {Count} total
 * @param {Flaky[]} flaky
 * @returns {{ failed: number, lines: string[] }}
 */
export function judge({ passed, failed }, flaky) {
  const isTooMany = flaky.length > mostFlaky
  const refused = isTooMany ? flaky.length : 0
  const named = flaky.flatMap(({ file, name, error }) => [`  ${file}  ${name}`, `    ${error}`])
  return {
    failed: failed + refused,
    lines: [
      ...(flaky.length > 0 ? [`不稳定：${flaky.length} 个测试重试后才通过`, ...named, ''] : []),
      ...(isTooMany ? [`不稳定的测试超过 ${mostFlaky} 个，每个都算作失败`, ''] : []),
      `${passed - refused} passed, ${failed + refused} failed`,
    ],
  }
}
