/**
 * `npm run test:days`: unit and API tests at moments that break what depends on the day or the zone; each in turn, whole.
 * Other arguments name test files; `--only=make-up,zone` chooses moments by a part of their names.
 *
 * libfaketime (public options: its README) tells Node and the embedded PostgreSQL another day, and time goes on from there.
 * plain-epoll.c stands before it, or PostgreSQL would have no timeouts.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { endChildrenWithUs, heading, node, root, run, say, seconds } from './run.mjs'

/** The Spring Festival of a year that is not announced yet: fixtures fix days of the past, which must stay past. */
const festival = {
  DAYS_OFF: '2029-02-12,2029-02-13,2029-02-14,2029-02-15,2029-02-16,2029-02-17,2029-02-18',
  DAYS_WORKED: '2029-02-25',
}

/** @type {readonly { name: string, at?: string, zone?: string, days?: Record<string, string> }[]} */
const moments = [
  { name: 'last minutes of a year', at: '2026-12-31T23:50+08:00' },
  { name: 'first minutes of a year', at: '2027-01-01T00:20+08:00' },
  { name: 'leap day', at: '2028-02-29T10:00+08:00' },
  { name: "Spring Festival's first day", at: '2029-02-12T10:00+08:00', days: festival },
  { name: 'make-up Sunday', at: '2029-02-25T10:00+08:00', days: festival },
  { name: 'last day of a month', at: '2027-04-30T10:00+08:00' },
  { name: 'Saturday', at: '2027-03-06T10:00+08:00' },
  { name: 'zone west of Shanghai', zone: 'America/New_York' },
  { name: 'zone east of Shanghai', zone: 'Pacific/Kiritimati' },
]

endChildrenWithUs()
try {
  process.exitCode = await runAll(process.argv.slice(2))
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** @param {string[]} args */
async function runAll(args) {
  const only = args
    .find((arg) => arg.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',')
  const files = args.filter((arg) => !arg.startsWith('--'))
  const chosen = moments.filter(({ name }) => only?.some((part) => name.includes(part)) ?? true)
  if (chosen.length === 0) throw new Error(`没有这个时刻，可选：${moments.map(({ name }) => name).join('、')}`)
  await prepare()
  const libraries = `${compilePlainEpoll()}:${findLibrary()}`
  /** @type {string[]} */
  const failed = []
  for (const moment of chosen) {
    heading(moment.name)
    const since = Date.now()
    const { code } = await run(
      node,
      [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--reporter=default', ...files],
      {
        env: { ...process.env, ...clockOf(moment, libraries) },
        isPiped: true,
      },
    )
    say(`${moment.name}：${code === 0 ? '通过' : '未通过'}（${seconds(since)}）`)
    if (code !== 0) failed.push(moment.name)
  }
  if (failed.length > 0) say(`未通过：${failed.join('、')}`)
  return failed.length > 0 ? 1 : 0
}

/**
 * @param {{ at?: string, zone?: string, days?: Record<string, string> }} moment @param {string} libraries
 * @returns {Record<string, string>}
 */
function clockOf({ at, zone, days }, libraries) {
  if (zone) return { TZ: zone }
  const ahead = Math.round((Date.parse(at ?? '') - Date.now()) / 1_000)
  return {
    ...days,
    LD_PRELOAD: libraries,
    FAKETIME: `${ahead < 0 ? '' : '+'}${ahead}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_RESET: '1',
  }
}

/** @returns {string} path of the library */
function compilePlainEpoll() {
  const folder = join(root, 'node_modules', '.cache')
  const library = join(folder, 'plain-epoll.so')
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-o', library, join(root, 'scripts', 'plain-epoll.c')], {
      stdio: 'inherit',
    })
  } catch {
    throw new Error(
      '没有编译成功 scripts/plain-epoll.c，请先安装 C 编译器（Debian、Ubuntu：apt-get install gcc libc6-dev）。',
    )
  }
  return library
}

function findLibrary() {
  const file = 'faketime/libfaketimeMT.so.1'
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((each) => join('/usr/lib', each)) : []
  const found = [...folders, '/usr/local/lib'].map((each) => join(each, file)).find((path) => existsSync(path))
  if (!found) throw new Error('没有找到 libfaketime，请先安装（Debian、Ubuntu：apt-get install faketime）。')
  return found
}
