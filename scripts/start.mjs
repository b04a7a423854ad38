/** `npm start`: install what is missing, build what has changed, and run the server until a signal stops it. */
import { buildBrowserPart } from './build.mjs'
import { prepare } from './prepare.mjs'
import { endChildrenWithUs, runServer, say } from './run.mjs'

/** Young objects get 16 MB before they are collected, and a start's garbage is given back (measured in bench/). */
const flags = ['--expose-gc', '--max-semi-space-size=16']

endChildrenWithUs()
try {
  await prepare()
  if (!(await buildBrowserPart())) throw new Error('浏览器端构建失败（原因见上）。')
  const { code } = await runServer(flags)
  process.exit(code)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
