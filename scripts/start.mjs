/** `npm start`: install what is missing, build what has changed, and run the server until a signal stops it. */
import { buildBrowserPart, buildServer } from './build.mjs'
import { prepare } from './prepare.mjs'
import { endChildrenWithUs, runServer, say } from './run.mjs'

/** The young generation gets 16 MB, and the garbage of a start is returned to the system (measured in bench/). */
const flags = ['--expose-gc', '--max-semi-space-size=16']
/** glibc gives large buffers back at once, as at its start; left alone it soon keeps up to 32 MB of each (record 155). */
const allocator = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

endChildrenWithUs()
try {
  await prepare()
  if (!(await buildBrowserPart())) throw new Error('浏览器端构建失败（原因见上）。')
  if (!(await buildServer())) throw new Error('服务端构建失败（原因见上）。')
  const { code } = await runServer({ flags, args: ['--built'], env: { ...allocator, ...process.env } })
  process.exit(code)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
