// One background job with all that is known of it.
import { getAnyJob, isEnded, type SystemJobRow } from '../../../contract/system/jobs.ts'
import { DetailsDrawer } from '../../kit/dialog/details-drawer.tsx'
import { Facts } from '../../kit/dialog/facts.tsx'
import { countOf } from '../../kit/sheets/job-progress.rules.ts'
import { JobBar, JobStatus } from '../../kit/sheets/job-progress.tsx'
import { formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { durationOf, ownerOf } from './job-labels.ts'

const WIDTH = 640
const EVERY_MS = 2_000

export function JobDetails({ job: listed, onClosed }: { job: SystemJobRow; onClosed: () => void }) {
  const read = useCall(
    getAnyJob,
    { id: listed.id },
    { staleTime: 0, refetchInterval: ({ state: { data } }) => (data && isEnded(data.state) ? false : EVERY_MS) },
  )
  const job = { error: '', runAfter: null, ...listed, ...read.data }
  const isWaiting = job.state === 'queued' && job.attempts > 0
  return (
    <DetailsDrawer title={job.title} size={WIDTH} onClosed={onClosed}>
      <Facts
        labelWidth={88}
        items={[
          { label: '编号', children: job.id },
          { label: '任务标识', children: job.name },
          { label: '发起人', children: ownerOf(job) },
          { label: '状态', children: <JobStatus job={job} /> },
          {
            label: '进度',
            children: (
              <div style={{ flex: 1 }}>
                <JobBar job={job} />
              </div>
            ),
          },
          { label: '数量', children: countOf(job) || '—' },
          { label: '未成功', children: job.failed > 0 ? `${job.failed} 行` : '—' },
          { label: '当前步骤', children: job.note || '—' },
          { label: '结果', children: job.message || '—' },
          { label: '执行次数', children: job.attempts },
          ...(isWaiting ? [{ label: '下次执行', children: formatMoment(job.runAfter) }] : []),
          { label: '错误信息', children: job.error || '—' },
          { label: '创建时间', children: formatMoment(job.createdAt) },
          { label: '开始时间', children: formatMoment(job.startedAt) },
          { label: '结束时间', children: formatMoment(job.endedAt) },
          { label: '用时', children: durationOf(job) },
        ]}
      />
    </DetailsDrawer>
  )
}
