// Background jobs over HTTP: one's own, and everybody's with the right to them.
import {
  cancelAnyJob,
  cancelJob,
  getAnyJob,
  getJob,
  listServers,
  queryJobs,
  queryOwnJobs,
  removeJobs,
  retryAnyJob,
  retryJob,
} from '#contract/system/jobs.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Author, type Core, transact } from '#server/core/core.ts'
import { linkTo } from '#server/core/files/files.ts'
import { checkFields } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { livingServers } from '#server/core/servers.queries.ts'
import { judgeServers } from '#server/core/servers.ts'
import {
  cancelRun,
  deleteJobs,
  findJob,
  findOwnJob,
  listJobs,
  listOwnJobs,
  lockEnded,
  repeatRun,
} from './jobs.queries.ts'

type JobAct = { core: Core; by: Author; id: string; ownerId: string | null }

async function cancel({ core, by, id, ownerId }: JobAct): Promise<null> {
  await transact(core, async (tx, announce) => {
    const before = await cancelRun(tx, id, ownerId)
    announce({ type: 'cancelling', ids: [id] })
    await audit(tx, by, { action: 'job.cancel', targetType: 'job', targetId: id, before })
  })
  return null
}

async function repeat({ core, by, id, ownerId }: JobAct): Promise<null> {
  await transact(core, async (tx, announce) => {
    const before = await repeatRun(tx, id, ownerId)
    announce({ type: 'queued', ids: [id] })
    await audit(tx, by, { action: 'job.retry', targetType: 'job', targetId: id, before })
  })
  return null
}

/** A link to the file for its owner. */
const linked =
  (core: Core, actor: { id: string }) =>
  <Row extends { fileId: string | null }>({ fileId, ...row }: Row) => ({
    ...row,
    fileUrl: fileId === null ? null : linkTo(core, fileId, actor),
  })

export const routes = [
  serve(listServers, async ({ db }) => judgeServers(await livingServers(db))),

  serve(queryOwnJobs, async ({ body, db, core, actor }) => {
    const page = await listOwnJobs(db, body, { ownerId: actor.id })
    return { ...page, records: page.records.map(linked(core, actor)) }
  }),
  serve(getJob, async ({ query, db, core, actor }) => linked(core, actor)(await findOwnJob(db, actor.id, query.id))),
  serve(cancelJob, ({ body, core, by, actor }) => cancel({ core, by, id: body.id, ownerId: actor.id })),
  serve(retryJob, ({ body, core, by, actor }) => repeat({ core, by, id: body.id, ownerId: actor.id })),

  serve(queryJobs, async ({ body, db }) => {
    const { from, to } = body
    checkFields({ from: from && to && from > to ? '开始日期不能晚于结束日期' : null })
    return listJobs(db, body)
  }),
  serve(getAnyJob, ({ body: { id }, db }) => findJob(db, id)),
  serveAct(removeJobs, async ({ tx, body: { ids }, by }) => {
    const ended = await lockEnded(tx, ids)
    await deleteJobs(tx, ids)
    for (const { id, ...before } of ended)
      await audit(tx, by, { action: 'job.delete', targetType: 'job', targetId: id, before })
  }),
  serve(cancelAnyJob, ({ body, core, by }) => cancel({ core, by, id: body.id, ownerId: null })),
  serve(retryAnyJob, ({ body, core, by }) => repeat({ core, by, id: body.id, ownerId: null })),
]
