// Runs a command on the database: cleans up also when interrupted; an expected error is one sentence, others show the
// stack.
import { StartError } from './start-error.ts'

export async function runCommand(work: (ending: AbortSignal) => Promise<void>): Promise<void> {
  process.env.TZ = 'Asia/Shanghai' // as the server's
  const ending = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => ending.abort(new StartError('已中断')))
  try {
    await work(ending.signal)
  } catch (error) {
    const message = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${message}\n`)
    process.exitCode = 1
  }
}
