/**
 * `node scripts/command.mjs file.ts …`: runs a command of package.json on the pinned runtime, and installs what is
 * missing first: a clean clone's system Node may not read TypeScript. What installing says goes to stderr.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { prepare } from './prepare.mjs'
import { endChildrenWithUs, node, run, say } from './run.mjs'

const [file = '', ...args] = process.argv.slice(2)
if (file === '--prepare') {
  await prepare().catch((error) => {
    say(error instanceof Error ? error.message : String(error))
    process.exit(1)
  })
} else {
  const prepared = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--prepare'], {
    stdio: ['ignore', 2, 2],
  })
  if (prepared.status !== 0) process.exit(prepared.status ?? 1)
  endChildrenWithUs()
  const { code } = await run(node, [file, ...args], { isServer: true })
  process.exit(code)
}
