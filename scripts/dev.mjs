/** `npm run dev`: the server, started again at every change, and Vite in front of it for the browser part. */
import { prepare } from './prepare.mjs'
import { endChildrenWithUs, node, run, say } from './run.mjs'

const serverPort = process.env.PORT ?? '8080'
const vitePort = process.env.VITE_PORT ?? '5173'

endChildrenWithUs()
try {
  await prepare()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
say(`开发地址 http://127.0.0.1:${vitePort}/backend/ （接口由 http://127.0.0.1:${serverPort} 提供）`)
const env = { ...process.env, PORT: serverPort }
const vite = ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts', '--port', vitePort, '--strictPort']
const ended = await Promise.race([
  run(node, ['--watch', '--watch-preserve-output', 'server/main.mjs'], { env }),
  run(node, vite, { env }),
])
process.kill(process.pid, 'SIGTERM') // neither is of use without the other
process.exitCode = ended.code
