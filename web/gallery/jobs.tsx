// Background jobs in their states.
import { QueryClientProvider } from '@tanstack/react-query'
import type { JobRow } from '#contract/system/jobs.ts'
import { JobView } from '#web/kit/sheets/job-progress.tsx'
import { queryClient } from '#web/lib/query.ts'
import DownloadList from '#web/shell/downloads/download-list.tsx'
import { Opener, Part, State } from './part.tsx'

const job: JobRow = {
  id: '1',
  name: 'users.export',
  title: '导出员工账号',
  state: 'running',
  done: 0,
  total: 0,
  note: '',
  failed: 0,
  message: '',
  fileUrl: null,
  attempts: 1,
  isCancelling: false,
  createdAt: '2026-11-20T09:00:00+08:00',
  startedAt: '2026-11-20T09:00:01+08:00',
  endedAt: null,
}

const states: Record<string, Partial<JobRow>> = {
  排队中: { state: 'queued', attempts: 0 },
  '执行中，未知总数': { note: '正在读取文件' },
  执行中: { done: 12_400, total: 50_000, note: '第 12,400 行' },
  正在取消: { done: 12_400, total: 50_000, isCancelling: true },
  已完成: { state: 'done', done: 50_000, total: 50_000, message: '导出 50,000 行', fileUrl: '/backend/favicon.svg' },
  部分完成: {
    state: 'partly',
    done: 120,
    total: 120,
    failed: 3,
    message: '3 行未导入，请下载失败行',
    fileUrl: '/backend/favicon.svg',
  },
  失败: { state: 'failed', done: 30, total: 90, message: '文件的表头与模板不一致，请下载模板后重新填写' },
  已取消: { state: 'cancelled', done: 30, total: 90, message: '已取消' },
}

const centres: Record<string, readonly JobRow[]> = {
  下载中心: Object.values(states).map((changes, n) => ({ ...job, ...changes, id: String(n) })),
  '下载中心：没有数据': [],
}

export function Jobs() {
  return (
    <QueryClientProvider client={queryClient}>
      <Part id="job" title="后台任务" about="进度由实时通道推动，断开时每 5 秒询问一次。">
        {Object.entries(states).map(([name, changes]) => (
          <State key={name} name={name} first={null}>
            {() => <JobView job={{ ...job, ...changes }} />}
          </State>
        ))}
        {Object.entries(centres).map(([name, jobs]) => (
          <State key={name} name={name} first={null}>
            {() => (
              <Opener label="下载中心">
                {(close) => <DownloadList title="下载中心" none="还没有任务" jobs={jobs} open onClose={close} />}
              </Opener>
            )}
          </State>
        ))}
      </Part>
    </QueryClientProvider>
  )
}
