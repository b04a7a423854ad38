// Files that nothing refers to go once an hour, their contents with them.
import { Fields } from '../../../contract/fields.ts'
import { removeOrphanFiles } from '../../core/files/files.ts'
import { job } from '../../core/jobs/jobs.ts'

export const sweepFiles = job({
  name: 'files.sweep',
  input: Fields({}),
  title: () => '清理未使用的文件',
  schedule: { every: 60, offset: 23 },
  run: async ({ core, signal }) => {
    const { rows, contents, remains } = await removeOrphanFiles(core, signal)
    return { done: rows, message: `清理 ${rows} 个文件，释放 ${contents} 份内容、${remains} 份残留` }
  },
})
