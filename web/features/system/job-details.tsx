// One background job with all that is known of it.
import { Descriptions, Drawer } from 'antd'
import { useState } from 'react'
import type { SystemJobRow } from '../../../contract/jobs.ts'
import { countOf } from '../../kit/job-progress.rules.ts'
import { JobBar, JobStatus } from '../../kit/job-progress.tsx'
import { useActive } from '../../lib/active.ts'
import { formatMoment } from '../../lib/format.ts'
import { durationOf, ownerOf } from './job-words.ts'

const WIDTH = 640

export function JobDetails({ job, onClosed }: { job: SystemJobRow; onClosed: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  const isWaiting = job.state === 'queued' && job.attempts > 0
  return (
    <Drawer
      title={job.title}
      open={isOpen && isActive}
      size={WIDTH}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => !shown && !isOpen && onClosed()}
    >
      <Descriptions
        column={1}
        size="small"
        colon={false}
        styles={{ label: { width: 88 }, content: { minWidth: 0, overflowWrap: 'anywhere', display: 'block' } }}
        items={[
          { label: '编号', children: job.id },
          { label: '任务类型', children: job.name },
          { label: '发起人', children: ownerOf(job) },
          { label: '状态', children: <JobStatus job={job} /> },
          { label: '进度', children: <JobBar job={job} /> },
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
    </Drawer>
  )
}
