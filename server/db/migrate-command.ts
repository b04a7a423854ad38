// `npm run db:migrate`: brings the configured database to this release's schema, without serving.
import { readConfig } from '../config.ts'
import { openDatabase } from './open.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const database = await openDatabase(readConfig(process.env), say)
await database.close()
say('数据库已是最新版本')
