// `npm run test:changed [-- <base>]`: only the tests affected by a change; `npm test` remains decisive.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pages } from '#web/pages.ts'
import { buildBrowserPart } from './build.mjs'
import { findChromium } from './chromium.mjs'
import { endChildrenWithUs, heading, node, root, run, say } from './run.mjs'
import { type Area, specsOf } from './specs-of-change.ts'

/** Output lines of a git command; undefined if it fails. */
function git(...args: string[]): string[] | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : undefined
}

/** Where this branch left main; on main itself, what is not committed yet. */
const usualBase = () =>
  ['origin/main', 'main'].map((branch) => git('merge-base', 'HEAD', branch)?.[0]).find(Boolean) ?? 'HEAD'

const playwright = [
  join('node_modules', '@playwright', 'test', 'cli.js'),
  'test',
  '--config',
  'e2e/playwright.config.ts',
]

/** Whether all that was chosen passed. */
async function main([base = usualBase()]: string[]): Promise<boolean> {
  const changed = git('diff', '--name-only', '--no-renames', base)
  if (!changed) throw new Error(`git 中没有 ${base}`)
  const files = [...changed, ...(git('ls-files', '--others', '--exclude-standard') ?? [])]
  say(`与 ${base} 相比，有 ${files.length} 个文件不同`)

  heading('单元与接口测试：直接或间接导入了这些文件的')
  const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', `--changed=${base}`, '--passWithNoTests']
  const units = await run(node, vitest)

  heading('浏览器测试：用例文件本身或所属区域有改动的')
  const general = files.filter((file) => /^(?!.*\.test\.ts$)((web|server)\/(?!features\/)|contract\/)/.test(file))
  if (general.length > 0) say(`不属于某一个区域，不据此选择（npm test 运行全部）：${general.join('、')}`)
  const specs = specsOf(files, specTexts(), areas())
  for (const [spec, why] of specs) say(`e2e/${spec}：${why}`)
  if (specs.size === 0) {
    say('没有选中的')
    return units.code === 0
  }
  if (!(await buildBrowserPart({ withGallery: true }))) return false
  const env = { ...process.env, CHROMIUM_PATH: await findChromium() }
  const browser = await run(
    node,
    [...playwright, '--reporter=list', ...[...specs.keys()].map((spec) => `e2e/${spec}`)],
    {
      env,
    },
  )
  return units.code === 0 && browser.code === 0
}

const namesIn = (folder: string) =>
  existsSync(join(root, folder)) ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }) : []

const specTexts = () =>
  new Map(
    namesIn('e2e')
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [name, readFileSync(join(root, 'e2e', name), 'utf8')]),
  )

/** The pages of sub-products are all of `members`, whose files they import as neighbours; those of the shell are of none. */
function areaOf(path: string): string | undefined {
  const load = String(pages[path]?.load)
  return /features\/(\w+)\//.exec(load)?.[1] ?? (/\.\.?\/[\w/-]+\.tsx/.test(load) ? 'members' : undefined)
}

/** Pages that each person opens first: naming one does not show what a test is about. */
const starts = new Set(['/', '/home'])

function areas(): Area[] {
  const names = new Set([...namesIn('web/features'), ...namesIn('server/features')])
  return [...names].map((name) => ({
    name,
    files: [...namesIn(`web/features/${name}`), ...namesIn(`server/features/${name}`)].map((file) => basename(file)),
    paths: Object.keys(pages).filter((path) => !starts.has(path) && areaOf(path) === name),
  }))
}

endChildrenWithUs()
try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
