// How a run is judged: both runners are run on a folder with a right, a flaky and a failing test, and their reports are read.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import {
  countBench,
  countPlaywright,
  countVitest,
  judge,
  type Named,
  troublesOfBench,
  troublesOfPlaywright,
  troublesOfVitest,
} from './outcome.mjs'
import { node, root, run } from './run.mjs'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Inside the project, so that the tests in it find the runners. */
function makeFolder(): string {
  mkdirSync(join(root, 'reports'), { recursive: true })
  const folder = mkdtempSync(join(root, 'reports', 'outcome-'))
  folders.push(folder)
  return folder
}

/** Tests of either runner; the flaky one finds a file at its second try. */
const tests = (folder: string, importing: string) => `
${importing}
import { existsSync, writeFileSync } from 'node:fs'
const mark = ${JSON.stringify(join(folder, 'mark'))}
it('is right', () => {})
it('is flaky', () => {
  if (existsSync(mark)) return
  writeFileSync(mark, '')
  throw new Error('only the first time\\nin detail')
})
it('is wrong', () => {
  throw new Error('each time')
})
`

/** Runs a runner, with or without `CI`, and reads the report that it leaves in `file`. */
async function reportOf(args: string[], { isCi, file }: { isCi: boolean; file: string }) {
  const { CI: _, VITEST: __, ...own } = process.env
  const env = { ...own, PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(isCi && { CI: 'true' }) }
  const { output } = await run(node, args, { env, isQuiet: true })
  if (!existsSync(file)) throw new Error(output)
  return JSON.parse(readFileSync(file, 'utf8'))
}

async function vitestReport(isCi: boolean) {
  const folder = makeFolder()
  const file = join(folder, 'report.json')
  mkdirSync(join(folder, 'web'))
  writeFileSync(join(folder, 'web', 'trial.test.ts'), tests(folder, "import { it } from 'vitest'"))
  const args = ['run', '--root', folder, '--config', join(root, 'vitest.config.ts'), '--project', 'web']
  const reporter = ['--reporter=json', `--outputFile.json=${file}`]
  return reportOf([join('node_modules', 'vitest', 'vitest.mjs'), ...args, ...reporter], { isCi, file })
}

async function playwrightReport(isCi: boolean) {
  const folder = makeFolder()
  const config = join(folder, 'playwright.config.ts')
  writeFileSync(join(folder, 'trial.spec.ts'), tests(folder, "import { test as it } from '@playwright/test'"))
  writeFileSync(
    config,
    `import config from '../../e2e/playwright.config.ts'\nexport default { ...config, globalSetup: [], outputDir: './out' }\n`,
  )
  const args = ['test', '--config', config, '--reporter=json']
  const cli = join('node_modules', '@playwright', 'test', 'cli.js')
  return reportOf([cli, ...args], { isCi, file: join(folder, 'report.json') })
}

it.each([
  [true, { passed: 2, failed: 1 }, [{ name: 'is flaky', error: 'Error: only the first time' }]],
  [false, { passed: 1, failed: 2 }, []],
])('reads what Vitest reports of a flaky and a failed test, in CI %s', async (isCi, count, flaky) => {
  const read = await vitestReport(isCi)
  const troubles = troublesOfVitest(read)
  expect(countVitest(read)).toEqual(count)
  expect(troubles.flaky.map(({ name, error }) => ({ name, error }))).toEqual(flaky)
  expect(troubles.failed.at(-1)).toMatchObject({ name: 'is wrong', error: 'Error: each time' })
  expect(troubles.failed).toHaveLength(count.failed)
  expect([...troubles.flaky, ...troubles.failed].every(({ file }) => file.endsWith('/web/trial.test.ts'))).toBe(true)
})

it.each([
  [
    true,
    { passed: 2, failed: 1 },
    [{ file: 'e2e/trial.spec.ts', name: 'is flaky', error: 'Error: only the first time' }],
  ],
  [false, { passed: 1, failed: 2 }, []],
])('reads what Playwright reports of a flaky and a failed test, in CI %s', async (isCi, count, flaky) => {
  const read = await playwrightReport(isCi)
  expect(countPlaywright(read)).toEqual(count)
  const troubles = troublesOfPlaywright(read)
  expect(troubles.flaky).toEqual(flaky)
  expect(troubles.failed.at(-1)).toEqual({ file: 'e2e/trial.spec.ts', name: 'is wrong', error: 'Error: each time' })
  expect(troubles.failed).toHaveLength(count.failed)
})

it('reads what the bench reports of a measurement that breaks once, and of one that breaks twice', () => {
  const measurements = [
    { name: 'list', isRunning: true, errors: [] },
    { name: 'tabs', isRunning: true, errors: ['Error: only the first time\nin detail'] },
    { name: 'scroll', isRunning: false, errors: ['Error: each time', 'Error: each time'] },
  ]
  expect(countBench({ measurements })).toEqual({ passed: 2, failed: 1 })
  expect(troublesOfBench({ measurements })).toEqual({
    failed: [{ file: 'bench', name: 'scroll', error: 'Error: each time' }],
    flaky: [{ file: 'bench', name: 'tabs', error: 'Error: only the first time' }],
  })
})

const some = (count: number): Named[] =>
  Array.from({ length: count }, (_, at) => ({ file: `e2e/${at}.spec.ts`, name: 'opens', error: 'Error: late' }))

it('names a flaky test, and does not refuse the run', () => {
  expect(judge({ passed: 10, failed: 0 }, { failed: [], flaky: some(1) })).toEqual({
    failed: 0,
    lines: ['不稳定：1 个测试重试后才通过', '  e2e/0.spec.ts  opens', '    Error: late', '', '10 passed, 0 failed'],
  })
})

it('refuses a run with a failed test, with six flaky ones, and not with five', () => {
  const last = (failed: number, flaky: number) => {
    const outcome = judge({ passed: 10, failed }, { failed: some(failed), flaky: some(flaky) })
    return [outcome.failed, outcome.lines.at(-1)]
  }
  expect(last(1, 0)).toEqual([1, '10 passed, 1 failed'])
  expect(last(0, 5)).toEqual([0, '10 passed, 0 failed'])
  expect(last(0, 6)).toEqual([6, '4 passed, 6 failed'])
  expect(last(0, 0)).toEqual([0, '10 passed, 0 failed'])
})

it('names the failed last, as a cut log keeps its end: twenty of them', () => {
  const { lines } = judge({ passed: 10, failed: 22 }, { failed: some(22), flaky: [] })
  expect(lines.slice(0, 3)).toEqual(['失败：', '  e2e/0.spec.ts  opens', '    Error: late'])
  expect(lines.slice(-5)).toEqual([
    '  e2e/19.spec.ts  opens',
    '    Error: late',
    '  还有 2 个',
    '',
    '10 passed, 22 failed',
  ])
})
