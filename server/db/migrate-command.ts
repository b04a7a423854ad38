// `npm run db:migrate`: brings the configured database to this release's schema, without serving.
import { readConfig } from '#server/config.ts'
import { openDatabase } from './open.ts'
import { runCommand } from './run-command.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

await runCommand(async (ending) => {
  const database = await openDatabase(readConfig(process.env), say, ending)
  await database.close()
  say('数据库已是最新版本')
})
