// Background jobs of the demo company's last week: imports, exports, and the hourly sweep.
import { inArray } from 'drizzle-orm'
import { isEmpty, type Tx } from '../../connection.ts'
import { jobRuns } from '../../schema/core/jobs.ts'
import { users } from '../../schema/organisation.ts'
import { createChance } from '../random.ts'

type Run = typeof jobRuns.$inferInsert

const MINUTE_MS = 60_000
const ZONE_MS = 480 * MINUTE_MS

/** Owner, job, and outcome. */
const kinds = [
  { by: 'admin', name: 'users.export', title: '导出员工账号', rows: 86 },
  {
    by: 'admin',
    name: 'users.import',
    title: '导入员工账号',
    rows: 120,
    failed: 3,
    message: '3 行未导入，请下载失败行修改后重新导入',
  },
  { by: 'sjgly', name: 'products.export', title: '导出产品', rows: 312 },
  { by: 'analyst', name: 'prices.import', title: '导入当日价格', rows: 412 },
  { by: 'analyst', name: 'prices.export', title: '导出价格数据', rows: 48_200 },
  {
    by: 'analyst',
    name: 'prices.import',
    title: '导入历史价格',
    rows: 0,
    state: 'failed',
    message: '文件的表头与模板不一致，请下载模板后重新填写',
  },
  { by: 'sales', name: 'customers.export', title: '导出客户名单', rows: 530 },
  { by: 'sales', name: 'grants.batch', title: '批量授权', rows: 64, failed: 2, message: '2 个账号已禁用，未授权' },
  { by: 'operator', name: 'sem.import', title: '导入搜索营销数据', rows: 9_640 },
  {
    by: 'operator',
    name: 'registrations.export',
    title: '导出注册统计',
    rows: 0,
    state: 'cancelled',
    message: '已取消',
  },
  { by: 'service', name: 'followUps.export', title: '导出跟进记录', rows: 1_280 },
  { by: null, name: 'system.sweep', title: '清理过期数据', rows: 14 },
] as const

const RUNS = 36

export async function addJobs(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, jobRuns))) return
  const names = kinds.flatMap(({ by }) => by ?? [])
  const people = await tx
    .select({ id: users.id, userName: users.userName })
    .from(users)
    .where(inArray(users.userName, names))
  const chance = createChance(20_260_219)
  // from 09:00 of today in Shanghai backwards, some hours apart
  let at = Math.floor((today.getTime() + ZONE_MS) / 86_400_000) * 86_400_000 - ZONE_MS - MINUTE_MS
  const runs: Run[] = []
  for (let count = 0; count < RUNS; count++) {
    const kind = kinds[count % kinds.length] ?? kinds[0]
    const owner = people.find(({ userName }) => userName === kind.by)
    const tookMs = 800 + kind.rows * chance.between(2, 4)
    const failed = 'failed' in kind ? kind.failed : 0
    const message = 'message' in kind ? kind.message : ''
    const isWhole = !('state' in kind)
    runs.push({
      name: kind.name,
      title: kind.title,
      ownerId: owner?.id ?? null,
      author: { id: owner?.id ?? null, name: owner?.userName ?? '', address: '', requestId: '' },
      input: {},
      state: isWhole ? (failed > 0 ? 'partly' : 'done') : kind.state,
      done: kind.rows,
      total: isWhole ? kind.rows : 0,
      failed,
      message: message || (kind.by === null ? `清理 ${chance.between(20, 900)} 行` : ''),
      attempts: 1,
      tries: 4,
      triesLeft: 3,
      createdAt: new Date(at).toISOString(),
      startedAt: new Date(at + 200).toISOString(),
      endedAt: new Date(at + tookMs).toISOString(),
    })
    at -= chance.between(120, 420) * MINUTE_MS
  }
  await tx.insert(jobRuns).values(runs.toReversed())
}
