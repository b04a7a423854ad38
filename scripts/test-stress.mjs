/**
 * `npm run test:stress -- <spec> …`: browser tests 20 times, two at once, with every core busy: tests that depend on
 * speed fail here. Arguments after `--` go to Playwright unchanged.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { buildBrowserPart } from './build.mjs'
import { findChromium } from './chromium.mjs'
import { prepare } from './prepare.mjs'
import { endChildrenWithUs, node, run, say } from './run.mjs'

const args = ['test', '--config', 'e2e/playwright.config.ts', '--repeat-each=20', '--workers=2', '--reporter=dot']
/** Computes until it is killed, or its parent is gone. */
const busy = 'const parent = process.ppid; while (process.ppid === parent) for (let i = 0; i < 1e8; i++);'

endChildrenWithUs()
try {
  const specs = process.argv.slice(2)
  if (specs.length === 0) throw new Error('请指明浏览器测试，例如：npm run test:stress -- e2e/members/orders.spec.ts')
  await prepare()
  if (!(await buildBrowserPart({ withGallery: true }))) throw new Error('浏览器端没能构建')
  const env = { ...process.env, CHROMIUM_PATH: await findChromium() }
  const load = Array.from({ length: availableParallelism() }, () => spawn(node, ['-e', busy], { stdio: 'ignore' }))
  const { code } = await run(node, [join('node_modules', '@playwright', 'test', 'cli.js'), ...args, ...specs], { env })
  for (const child of load) child.kill('SIGKILL')
  process.exitCode = code
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
