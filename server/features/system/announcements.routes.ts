// Announcements over HTTP: written as drafts, launched to those they reach, taken down before they change.
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
} from '../../../contract/system/announcements.ts'
import { audit, difference } from '../../core/audit/audit.ts'
import { transact } from '../../core/core.ts'
import { checkFields, refuse } from '../../core/http/refusal.ts'
import { serve } from '../../core/http/serve.ts'
import { storePush } from '../../core/live/pushes.ts'
import type { Tx } from '../../db/connection.ts'
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
  markRead,
  takeAnnouncement,
  updateAnnouncement,
} from './announcements.queries.ts'

const target = (id: string) => ({ targetType: 'announcement', targetId: id })

/** Of a notice in the bell, characters; the rest is read in the announcement. */
const EXCERPT = 200

async function checkForm(tx: Tx, { audience, targetIds }: AnnouncementForm): Promise<void> {
  if (audience === 'everybody')
    return checkFields({ targetIds: targetIds.length > 0 ? '全体员工不需要选择接收对象' : null })
  checkFields({ targetIds: targetIds.length === 0 ? '请选择接收对象' : null })
  const there = await countTargets(tx, audience, targetIds)
  checkFields({ targetIds: there < targetIds.length ? '接收对象不存在' : null })
}

async function requireAnnouncement(tx: Tx, id: string): Promise<AnnouncementDetail> {
  const stored = await takeAnnouncement(tx, id)
  if (!stored) throw refuse('notFound')
  return stored
}

export const routes = [
  serve(queryAnnouncements, ({ body, db }) => listAnnouncements(db, body)),

  serve(getAnnouncement, async ({ body, db }) => {
    const stored = await findAnnouncement(db, body.id)
    if (!stored) throw refuse('notFound')
    return stored
  }),

  serve(addAnnouncement, ({ body, actor, core, by }) =>
    transact(core, async (tx) => {
      await checkForm(tx, body)
      const id = await insertAnnouncement(tx, { ...body, authorId: actor.id })
      await audit(tx, by, { action: 'announcement.add', ...target(id), after: body })
      return { id }
    }),
  ),

  serve(editAnnouncement, ({ body: { id, version, ...fields }, core, by }) =>
    transact(core, async (tx) => {
      const stored = await requireAnnouncement(tx, id)
      if (stored.version !== version) throw refuse('stale', { data: stored })
      if (stored.state === 'launched') throw refuse('conflict', { msg: '公告正在展示，请先下架再编辑' })
      await checkForm(tx, fields)
      await updateAnnouncement(tx, id, fields)
      await audit(tx, by, { action: 'announcement.edit', ...target(id), ...difference({ ...stored }, fields) })
      return { id }
    }),
  ),

  serve(launchAnnouncement, ({ body: { id }, core, by }) =>
    transact(core, async (tx, announce) => {
      const { state, title, body, endsOn } = await requireAnnouncement(tx, id)
      if (state === 'launched') throw refuse('conflict', { msg: '公告已发布' })
      const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
      if (endsOn !== null && endsOn < today) throw refuse('conflict', { msg: '展示截止日期已过，请先修改' })
      await updateAnnouncement(tx, id, { state: 'launched', launchedAt: new Date().toISOString() })
      await forgetReads(tx, id)
      const userIds = await findReceivers(tx, id)
      await storePush(tx, announce, { userIds, type: 'notice', data: { title, content: body.slice(0, EXCERPT) } })
      await audit(tx, by, { action: 'announcement.launch', ...target(id), after: { title, receivers: userIds.length } })
      return { receivers: userIds.length }
    }),
  ),

  serve(takeDownAnnouncement, async ({ body: { id }, core, by }) => {
    await transact(core, async (tx) => {
      const { state, title } = await requireAnnouncement(tx, id)
      if (state !== 'launched') throw refuse('conflict', { msg: '公告没有在展示' })
      await updateAnnouncement(tx, id, { state: 'takenDown' })
      await audit(tx, by, { action: 'announcement.takeDown', ...target(id), before: { title } })
    })
    return null
  }),

  serve(removeAnnouncement, async ({ body: { id }, core, by }) => {
    await transact(core, async (tx) => {
      const { state, title, body } = await requireAnnouncement(tx, id)
      if (state === 'launched') throw refuse('conflict', { msg: '公告正在展示，请先下架再删除' })
      await deleteAnnouncement(tx, id)
      await audit(tx, by, { action: 'announcement.delete', ...target(id), before: { title, body } })
    })
    return null
  }),

  serve(queryReaders, ({ body, db }) => listReaders(db, body, { id: body.id })),

  serve(getOwnAnnouncements, ({ actor, db }) => listOwn(db, actor.id)),

  serve(readAnnouncement, async ({ body: { id }, actor, core }) => {
    await transact(core, async (tx) => {
      if (!(await markRead(tx, actor.id, id))) throw refuse('notFound')
    })
    return null
  }),
]
