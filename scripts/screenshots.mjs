/** `npm run screenshots`: builds the browser part and takes the pictures of docs/screenshots. */
import { join } from 'node:path'
import { buildBrowserPart } from './build.mjs'
import { findChromium } from './chromium.mjs'
import { prepare } from './prepare.mjs'
import { endChildrenWithUs, node, run, say } from './run.mjs'

endChildrenWithUs()
try {
  await prepare()
  if (!(await buildBrowserPart())) throw new Error('浏览器端没能构建')
  const args = ['test', '--config', 'e2e/screenshots.config.ts', '--reporter=list']
  const env = { ...process.env, CHROMIUM_PATH: await findChromium() }
  const { code } = await run(node, [join('node_modules', '@playwright', 'test', 'cli.js'), ...args], { env })
  process.exitCode = code
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
