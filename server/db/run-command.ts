// Runs a command on the database: stops what it started also when it is interrupted, and says in a sentence what can be mended.
import { StartError } from './start-error.ts'

export async function runCommand(work: (ending: AbortSignal) => Promise<void>): Promise<void> {
  const ending = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => ending.abort(new StartError('已中断')))
  try {
    await work(ending.signal)
  } catch (error) {
    const told = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${told}\n`)
    process.exitCode = 1
  }
}
