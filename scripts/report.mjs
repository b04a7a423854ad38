/** Where the time of a run went: by level, by area and by test, from the runners' own reports. */
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './run.mjs'

/** A test; times in ms. @typedef {{ level: string, file: string, name: string, took: number, from: number, to: number }} Timed */
/** A part of the run. @typedef {{ title: string, count: number, took: number }} Part */
/** @typedef {{ fullName: string, duration?: number | null }} Assertion */
/** @typedef {{ name: string, startTime: number, endTime: number, assertionResults: Assertion[] }} TestFile */
/** @typedef {{ title: string, file: string, tests: { results: { duration: number, startTime: string }[] }[] }} Spec */
/** @typedef {{ specs: Spec[], suites?: Suite[] }} Suite */

export const vitestReport = 'reports/vitest.json'
export const playwrightReport = 'reports/playwright.json'
export const benchReport = 'reports/bench.json'

const listed = 20
/** Areas under this much (ms) are one line together. */
const noticeable = 1_000

/** Of values alone, or over HTTP and the database? @param {string} file below the root @param {string} source */
export function isApi(file, source) {
  const imports = [...source.matchAll(/from '([.#][^']*)'/g)].map(([, path = '']) =>
    path.startsWith('#') ? path.slice(1) : join(dirname(file), path),
  )
  return imports.some((path) => /^test[\\/](http|database|processes)\.ts$/.test(path))
}

/**
 * @param {{ testResults: TestFile[] }} report
 * @param {(file: string) => string} [source]
 * @returns {Timed[]}
 */
export function timesOfVitest({ testResults }, source = (file) => readFileSync(join(root, file), 'utf8')) {
  return testResults.flatMap(({ name: path, startTime: from, endTime: to, assertionResults }) => {
    const file = relative(root, path).replaceAll('\\', '/')
    const level = isApi(file, source(file)) ? '接口' : '单元'
    return assertionResults.map(({ fullName: name, duration }) => ({
      level,
      file,
      name,
      took: duration ?? 0,
      from,
      to,
    }))
  })
}

/** @param {{ suites: Suite[] }} report @returns {Timed[]} */
export function timesOfPlaywright({ suites }) {
  /** @param {Spec} spec @returns {Timed[]} */
  const timesOf = ({ title: name, file, tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ duration: took, startTime }) => {
        const from = Date.parse(startTime)
        return { level: '浏览器', file: `e2e/${file}`, name, took, from, to: from + took }
      }),
    )
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap(timesOf),
    ...timesOfPlaywright({ suites: suite.suites ?? [] }),
  ])
}

/** The folder; of a feature, its own. @param {string} file */
const areaOf = (file) => dirname(file).split('/').slice(0, 3).join('/')

/** @param {number} ms */
const inSeconds = (ms) => (ms / 1000).toFixed(1)

/** Chinese takes two columns a character. @param {string} text */
const widthOf = (text) => [...text].reduce((width, character) => width + (character > '\u2e80' ? 2 : 1), 0)

/** The first column to the left, the others to the right. @param {string[][]} rows @returns {string[]} */
function aligned(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))))
  return rows.map((row) =>
    row
      .map((text, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - widthOf(text))
        return column === 0 ? text + space : space + text
      })
      .join('  '),
  )
}

/**
 * Sums are of the tests' own durations, which run beside each other; the other column is what passed from the first test
 * of a level to its last, and what a part took in all.
 * @param {Part[]} parts
 * @param {Timed[]} tests
 * @returns {string[]}
 */
export function timeTable(parts, tests) {
  /** @param {Timed[]} some */
  const sum = (some) => some.reduce((total, { took }) => total + took, 0)
  const levels = ['单元', '接口', '浏览器'].flatMap((level) => {
    const some = tests.filter((test) => test.level === level)
    if (some.length === 0) return []
    const passed = Math.max(...some.map(({ to }) => to)) - Math.min(...some.map(({ from }) => from))
    return [[level, String(some.length), inSeconds(sum(some)), inSeconds(passed)]]
  })
  const areas = [...new Set(tests.map(({ file }) => areaOf(file)))]
    .map((area) => tests.filter(({ file }) => areaOf(file) === area).sort((a, b) => b.took - a.took))
    .sort((a, b) => sum(b) - sum(a))
  /** @param {string} name @param {Timed[]} some */
  const row = (name, some) => [name, String(some.length), inSeconds(sum(some))]
  const small = areas.filter((some) => sum(some) < noticeable).flat()
  const slowest = tests.toSorted((a, b) => b.took - a.took).slice(0, listed)
  return [
    ...aligned([
      ['级别', '个数', '合计（秒）', '历时（秒）'],
      ...parts.map(({ title, count, took }) => [title, String(count), '', inSeconds(took)]),
      ...levels,
    ]),
    '',
    ...aligned([
      ['区域', '个数', '合计（秒）'],
      ...areas.filter((some) => sum(some) >= noticeable).map((some) => row(areaOf(some[0]?.file ?? ''), some)),
      ...(small.length > 0 ? [row('其余', small)] : []),
    ]),
    '',
    `最慢的 ${slowest.length} 个测试（秒）`,
    ...slowest.map(({ file, name, took }) => `${inSeconds(took).padStart(6)}  ${file}  ${name}`),
  ]
}

/** The times in the existing reports; a runner without one has already reported that. @param {Part[]} parts */
export function timesOfRun(parts) {
  /** @param {string} report */
  const read = (report) => {
    try {
      return JSON.parse(readFileSync(join(root, report), 'utf8'))
    } catch {
      return undefined
    }
  }
  const [vitest, playwright] = [read(vitestReport), read(playwrightReport)]
  return timeTable(parts, [
    ...(vitest ? timesOfVitest(vitest) : []),
    ...(playwright ? timesOfPlaywright(playwright) : []),
  ])
}
