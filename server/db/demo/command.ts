// `npm run demo -- --scale 10`: puts the demo company into the configured database, or makes it larger.
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { hashPassword } from '#server/core/access/passwords.ts'
import { DEMO_PASSWORD, openDatabase } from '../open.ts'
import { runCommand } from '../run-command.ts'
import { StartError } from '../start-error.ts'
import { demoState, loadDemo } from './load.ts'
import { knownUserNames } from './organisation/staff.ts'

const SCALE_MAX = 1_000
const say = (line: string) => console.log(line)

function readScale(): number {
  let text: string | undefined
  try {
    text = parseArgs({ options: { scale: { type: 'string', default: '1' } } }).values.scale
  } catch {
    throw new StartError('用法：npm run demo -- --scale 10')
  }
  const scale = Number(text)
  if (!Number.isInteger(scale) || scale < 1 || scale > SCALE_MAX) {
    throw new StartError(`--scale 应为 1 到 ${SCALE_MAX} 的整数`)
  }
  return scale
}

async function run(ending: AbortSignal): Promise<void> {
  const scale = readScale()
  const config = readConfig(process.env)
  if (config.nodeEnv === 'production') {
    throw new StartError('生产环境（NODE_ENV=production）不装载演示数据：演示账号的密码是公开的。')
  }
  // An empty database is filled on opening; then this makes it larger.
  const database = await openDatabase({ ...config, demoData: true }, say, ending)
  try {
    const state = await demoState(database.db)
    if (state === 'other') {
      throw new StartError(
        '数据库里已有演示数据以外的账号，没有装载任何数据。' +
          '请用 DATA_DIR 指定一个空目录，或用 DATABASE_URL 指定一个空的数据库。',
      )
    }
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    const { added } = await database.db.transaction((tx) =>
      loadDemo(tx, { passwordHash, scale, today: new Date(), config }),
    )
    say(
      added > 0 ? `演示数据已装载（规模 ${scale}），新增员工账号 ${added} 个` : `演示数据规模为 ${scale}，没有要补充的`,
    )
    say(`账号 ${knownUserNames.join('、')}，密码 ${DEMO_PASSWORD}`)
    if (state === 'new' || config.adminPassword) say('其中 admin 仍用原来的密码')
  } finally {
    await database.close()
  }
}

await runCommand(run)
