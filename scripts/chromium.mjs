/** Finds a Chromium that really starts, or installs one: the browser tests are never left out. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { node, outsideEnvironment, root, run, say } from './run.mjs'

const minutes = 60_000

const macs = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)
const windows = ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((folder) =>
  [
    'Google/Chrome/Application/chrome.exe',
    'Chromium/Application/chrome.exe',
    'Microsoft/Edge/Application/msedge.exe',
  ].map((name) => join(process.env[folder] ?? '', name)),
)
/** The headless shell first: it is the same engine without what draws windows, and a quarter quicker. */
const onPath = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Each package manager with its commands; fonts come second, because a run without them is only ugly. */
const managers = [
  {
    program: 'apt-get',
    update: ['update', '-q'],
    browsers: [
      ['install', '-y', '-q', 'chromium-headless-shell'],
      ['install', '-y', '-q', 'chromium'],
    ],
    fonts: ['install', '-y', '-q', 'fonts-noto-cjk'],
  },
  {
    program: 'dnf',
    update: undefined,
    browsers: [['install', '-y', 'chromium']],
    fonts: ['install', '-y', 'google-noto-sans-cjk-fonts'],
  },
  {
    program: 'apk',
    update: ['update'],
    browsers: [['add', 'chromium']],
    fonts: ['add', 'font-noto-cjk'],
  },
]

/** The path of a Chromium; throws with instructions where none can be found or installed. */
export async function findChromium() {
  const found = (await fromSystem()) ?? (await fromPlaywright()) ?? (await download()) ?? (await installFromSystem())
  if (!found) {
    throw new Error(
      '没有可用的 Chromium，浏览器测试无法运行。请安装 Chromium 或 Chrome（例如 Debian/Ubuntu：apt-get install chromium' +
        ' fonts-noto-cjk），或执行 npx playwright install --with-deps chromium；已装在别处时，用环境变量 CHROMIUM_PATH 指明路径。',
    )
  }
  await ensureChineseFont()
  return found
}

async function fromSystem() {
  const configured = process.env.CHROMIUM_PATH
  if (configured) {
    if (await starts(configured)) return configured
    throw new Error(`CHROMIUM_PATH 指明的 ${configured} 无法启动。`)
  }
  const candidates = process.platform === 'darwin' ? macs : process.platform === 'win32' ? windows : await which(onPath)
  return firstThatStarts(candidates)
}

async function fromPlaywright() {
  const { chromium } = await import('@playwright/test')
  return firstThatStarts([chromium.executablePath()])
}

async function download() {
  say('没有找到 Chromium，正在用 Playwright 下载……')
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  await run(node, [cli, 'install', '--no-shell', 'chromium'], { timeout: 5 * minutes })
  return fromPlaywright()
}

async function installFromSystem() {
  const manager = await systemManager()
  if (!manager) return undefined
  say(`正在用 ${manager.program} 安装 Chromium……`)
  if (manager.update) await manager.run(manager.update)
  for (const browser of manager.browsers) {
    await manager.run(browser)
    const found = await fromSystem()
    if (found) return found
  }
  return undefined
}

async function ensureChineseFont() {
  if (process.platform !== 'linux' || (await hasChineseFont())) return
  const manager = await systemManager()
  if (manager) {
    say('系统没有中文字体，正在安装……')
    if (manager.update) await manager.run(manager.update)
    await manager.run(manager.fonts)
  }
  if (!(await hasChineseFont())) say('警告：系统没有中文字体（如 fonts-noto-cjk），截图中的汉字会显示为方框。')
}

async function hasChineseFont() {
  const { code, output } = await run('fc-list', [':lang=zh'], { isQuiet: true })
  return code === 0 && output.trim() !== ''
}

/** The system's package manager, when we may use it: as root, or through sudo without a password. */
async function systemManager() {
  const isRoot = process.getuid?.() === 0
  if (!isRoot && (await run('sudo', ['-n', 'true'], { isQuiet: true })).code !== 0) return undefined
  const env = { ...outsideEnvironment(), DEBIAN_FRONTEND: 'noninteractive' }
  for (const manager of managers) {
    if ((await which([manager.program])).length === 0) continue
    /** @param {string[]} args */
    const execute = (args) =>
      isRoot
        ? run(manager.program, args, { env, timeout: 10 * minutes })
        : run('sudo', ['-n', manager.program, ...args], { env, timeout: 10 * minutes })
    return { ...manager, run: execute }
  }
  return undefined
}

/** @param {string[]} names */
async function which(names) {
  const folders = (process.env.PATH ?? '').split(':')
  return names.flatMap((name) => folders.map((folder) => join(folder, name)).filter((path) => existsSync(path)))
}

/** @param {string[]} paths */
async function firstThatStarts(paths) {
  for (const path of paths) if (existsSync(path) && (await starts(path))) return path
  return undefined
}

/** A file is not enough: it may be a stub of the distribution, or miss libraries. @param {string} path */
async function starts(path) {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--dump-dom', 'about:blank']
  const { code, output } = await run(path, args, { isQuiet: true, timeout: minutes / 2 })
  return code === 0 && output.includes('<html')
}
