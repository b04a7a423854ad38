// Announcements over HTTP: drafts, launched to their recipients, taken down before they change.
import { dayOf } from '#contract/days.ts'
import {
  type AnnouncementDetail,
  type AnnouncementForm,
  addAnnouncement,
  editAnnouncement,
  getAnnouncement,
  getOwnAnnouncements,
  launchAnnouncement,
  queryAnnouncements,
  queryReaders,
  readAnnouncement,
  removeAnnouncement,
  takeDownAnnouncement,
} from '#contract/system/announcements.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { storePush } from '#server/core/live/pushes.ts'
import type { Tx } from '#server/db/connection.ts'
import {
  countTargets,
  deleteAnnouncement,
  findAnnouncement,
  findReceivers,
  forgetReads,
  insertAnnouncement,
  listAnnouncements,
  listOwn,
  listReaders,
  lockAnnouncement,
  markRead,
  updateAnnouncement,
} from './announcements.queries.ts'

const target = (id: string) => ({ targetType: 'announcement', targetId: id })

/** Most characters in a notice in the bell; the announcement has the rest. */
const EXCERPT = 200

async function checkForm(tx: Tx, { audience, targetIds }: AnnouncementForm): Promise<void> {
  if (audience === 'everybody')
    return checkFields({ targetIds: targetIds.length > 0 ? '全体员工不需要选择接收对象' : null })
  checkFields({ targetIds: targetIds.length === 0 ? '请选择接收对象' : null })
  const there = await countTargets(tx, audience, targetIds)
  checkFields({ targetIds: there < targetIds.length ? '接收对象不存在' : null })
}

async function requireAnnouncement(tx: Tx, id: string): Promise<AnnouncementDetail> {
  return orNotFound(await lockAnnouncement(tx, id))
}

export const routes = [
  serve(queryAnnouncements, ({ body, db }) => listAnnouncements(db, body)),

  serve(getAnnouncement, async ({ body, db }) => orNotFound(await findAnnouncement(db, body.id))),

  serveAct(addAnnouncement, async ({ tx, body, actor, by }) => {
    await checkForm(tx, body)
    const id = await insertAnnouncement(tx, { ...body, authorId: actor.id })
    await audit(tx, by, { action: 'announcement.add', ...target(id), after: body })
    return { id }
  }),

  serveAct(editAnnouncement, async ({ tx, body: { id, version, ...fields }, by }) => {
    const stored = await requireAnnouncement(tx, id)
    if (stored.version !== version) throw refuse('stale', { data: stored })
    if (stored.state === 'launched') throw refuse('conflict', { msg: '公告正在展示，请先下架再编辑' })
    await checkForm(tx, fields)
    await updateAnnouncement(tx, id, fields)
    await audit(tx, by, { action: 'announcement.edit', ...target(id), ...difference({ ...stored }, fields) })
    return { id }
  }),

  serveAct(launchAnnouncement, async ({ tx, announce, body: { id }, by }) => {
    const { state, title, body, endsOn } = await requireAnnouncement(tx, id)
    if (state === 'launched') throw refuse('conflict', { msg: '公告已发布' })
    const today = dayOf(Date.now())
    if (endsOn !== null && endsOn < today) throw refuse('conflict', { msg: '展示截止日期已过，请先修改' })
    await updateAnnouncement(tx, id, { state: 'launched', launchedAt: new Date().toISOString() })
    await forgetReads(tx, id)
    const userIds = await findReceivers(tx, id)
    await storePush(tx, announce, { userIds, type: 'notice', data: { title, content: body.slice(0, EXCERPT) } })
    await audit(tx, by, { action: 'announcement.launch', ...target(id), after: { title, receivers: userIds.length } })
    return { receivers: userIds.length }
  }),

  serveAct(takeDownAnnouncement, async ({ tx, body: { id }, by }) => {
    const { state, title } = await requireAnnouncement(tx, id)
    if (state !== 'launched') throw refuse('conflict', { msg: '公告没有在展示' })
    await updateAnnouncement(tx, id, { state: 'takenDown' })
    await audit(tx, by, { action: 'announcement.takeDown', ...target(id), before: { title } })
  }),

  serveAct(removeAnnouncement, async ({ tx, body: { id }, by }) => {
    const { state, title, body } = await requireAnnouncement(tx, id)
    if (state === 'launched') throw refuse('conflict', { msg: '公告正在展示，请先下架再删除' })
    await deleteAnnouncement(tx, id)
    await audit(tx, by, { action: 'announcement.delete', ...target(id), before: { title, body } })
  }),

  serve(queryReaders, ({ body, db }) => listReaders(db, body, { id: body.id })),

  serve(getOwnAnnouncements, ({ actor, db }) => listOwn(db, actor.id)),

  serveAct(readAnnouncement, async ({ tx, body: { id }, actor }) => {
    if (!(await markRead(tx, actor.id, id))) throw refuse('notFound')
  }),
]
