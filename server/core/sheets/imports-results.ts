// Result files of imports, downloaded once, and the clean-up of expired imports and files.
import { Fields } from '#contract/fields.ts'
import { takeImportResult } from '#contract/sheets.ts'
import { linkTo } from '../files/files.ts'
import { refuse } from '../http/refusal.ts'
import { serveAct } from '../http/serve.ts'
import { job } from '../jobs/jobs.ts'
import { lockResult, markTaken, sweepImports } from './imports.queries.ts'

export const importResultRoutes = [
  serveAct(takeImportResult, async ({ tx, body: { jobId }, actor, core }) => {
    const result = await lockResult(tx, jobId, actor.id)
    if (!result) throw refuse('notFound', { msg: '结果文件不存在或已过期' })
    if (result.takenAt !== null) {
      throw refuse('conflict', { msg: '结果文件含有初始密码，只能下载一次；需要时请用“重置密码”' })
    }
    await markTaken(tx, result.id)
    return { name: result.name, url: linkTo(core, result.fileId, actor) }
  }),
]

export const importSweep = job({
  name: 'sheets.sweep',
  input: Fields({}),
  title: () => '清理过期的导入',
  schedule: { every: 60, offset: 23 },
  run: async ({ core }) => ({ done: await sweepImports(core.db) }),
})
