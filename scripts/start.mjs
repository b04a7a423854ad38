/** `npm start`: install what is missing, build what has changed, and run the server until a signal stops it. */
import { buildBrowserPart, buildServer } from './build.mjs'
import { prepare } from './prepare.mjs'
import { endChildrenWithUs, runServer, say } from './run.mjs'
import { allocator, serverFlags } from './server-flags.mjs'

endChildrenWithUs()
try {
  await prepare()
  if (!(await buildBrowserPart())) throw new Error('浏览器端构建失败（原因见上）。')
  if (!(await buildServer())) throw new Error('服务端构建失败（原因见上）。')
  const { code } = await runServer({ flags: serverFlags, args: ['--built'], env: { ...allocator, ...process.env } })
  process.exit(code)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
