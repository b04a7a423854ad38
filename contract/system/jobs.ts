// Background jobs: work that takes longer than a call may, with progress, outcome, and the ways to stop and repeat it.
import { type Static, Type } from 'typebox'
import { can, signedIn } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Day, Fields, Id, Ids, listFields, Moment, Nullable, OneOf, Text } from '#contract/fields.ts'

const root = '/api/backend/system/job'

/** `partly`: ended, and not for all rows. `failed`: set aside after its attempts, until somebody repeats it. */
export const jobStates = ['queued', 'running', 'done', 'partly', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

export const isEnded = (state: JobState) => state !== 'queued' && state !== 'running'
/** Whether people may repeat it. */
export const isRepeatable = (state: JobState) => state === 'failed' || state === 'cancelled'

/** A job as its owner sees it. */
export const JobRow = Type.Object({
  id: Type.String(),
  name: Type.String({ title: '任务标识', description: 'which job of the program' }),
  title: Type.String({ title: '任务' }),
  state: OneOf('状态', jobStates),
  done: Type.Integer({ title: '进度', description: 'of `total`; 0 of 0 where it cannot be told' }),
  total: Type.Integer({ title: '数量' }),
  note: Type.String({ title: '当前步骤', description: 'what it is at' }),
  failed: Type.Integer({ title: '未成功', description: 'rows that could not be done' }),
  message: Type.String({ title: '结果', description: 'how it ended, in words' }),
  /** A link to its file for the owner, 12 h; null where there is none, and to everybody else. */
  fileUrl: Nullable(Type.String()),
  attempts: Type.Integer({ title: '执行次数' }),
  isCancelling: Type.Boolean({ description: 'asked to stop, and not stopped yet' }),
  createdAt: Moment('创建时间'),
  startedAt: Nullable(Moment('开始时间')),
  endedAt: Nullable(Moment('结束时间')),
})
export type JobRow = Static<typeof JobRow>

const OwnJobsQuery = Fields({ ...listFields(['createdAt']), state: Type.Optional(OneOf('状态', jobStates)) })
export type OwnJobsQuery = Static<typeof OwnJobsQuery>

const OneJob = Fields({ id: Id('任务') })

/** The caller's own jobs, newest first, for the download centre and the bell. */
export const queryOwnJobs = readCall('我的后台任务', '/api/backend/job/page', signedIn, {
  body: OwnJobsQuery,
  data: Paged(JobRow),
})

export const getJob = getCall('我的一个后台任务', '/api/backend/job/get', signedIn, { query: OneJob, data: JobRow })

/** A running job stops at the next point at which it can. 409 where it has ended. */
export const cancelJob = writeCall('取消我的后台任务', '/api/backend/job/cancel', signedIn, { body: OneJob })

/** Starts over. 409 unless it failed or was cancelled. */
export const retryJob = writeCall('重试我的后台任务', '/api/backend/job/retry', signedIn, { body: OneJob })

const JobsQuery = Fields({
  ...listFields(['createdAt', 'startedAt', 'endedAt', 'attempts']),
  title: Type.Optional(Text('任务', 64)),
  state: Type.Optional(OneOf('状态', jobStates)),
  owner: Type.Optional(Text('发起人', 64)),
  /** Also the program's own runs by its schedule. Without it only those that did not end well, as somebody has to look at them. */
  withSystem: Type.Optional(Type.Boolean({ title: '系统任务' })),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type JobsQuery = Static<typeof JobsQuery>

/** Everybody's jobs, with what only administrators need. */
const SystemJobRow = Type.Object({
  ...JobRow.properties,
  ownerName: Nullable(Type.String({ title: '发起人', description: 'null: the program itself, by its schedule' })),
  ownerUserName: Nullable(Type.String()),
})
export type SystemJobRow = Static<typeof SystemJobRow>

const SystemJob = Type.Object({
  ...SystemJobRow.properties,
  error: Type.String({ title: '错误信息', description: 'of the last attempt that failed' }),
  /** A queued job waits until then. */
  runAfter: Moment('下次执行'),
})
export type SystemJob = Static<typeof SystemJob>

export const queryJobs = readCall('后台任务', `${root}/page`, can('jobs', 'view'), {
  body: JobsQuery,
  data: Paged(SystemJobRow),
})

const ServerProcess = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'host and process id' }),
  startedAt: Type.String(),
  sharesFiles: Type.Boolean({ description: 'its files are those of the process that runs longest' }),
  clockOffMs: Type.Integer({ description: 'its clock less the database’s, ms' }),
  isClockOff: Type.Boolean(),
})

/** The processes that serve the console now. */
export const listServers = readCall('运行中的服务进程', `${root}/servers`, can('jobs', 'view'), {
  body: Fields({}),
  data: Type.Array(ServerProcess),
})

export const getAnyJob = readCall('后台任务详情', `${root}/get`, can('jobs', 'details'), {
  body: OneJob,
  data: SystemJob,
})

export const cancelAnyJob = writeCall('取消后台任务', `${root}/cancel`, can('jobs', 'disable'), { body: OneJob })

export const retryAnyJob = writeCall('重试后台任务', `${root}/retry`, can('jobs', 'open'), { body: OneJob })

/** Deletes ended jobs of people, with their outcome. 409 for running and for scheduled ones. */
export const removeJobs = writeCall('删除后台任务', `${root}/remove`, can('jobs', 'delete'), {
  body: Fields({ ids: Ids('任务') }),
})
