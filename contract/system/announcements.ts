// Announcements to the staff: managed under 系统公告, read on the home page and behind the bell.
import { type Static, Type } from 'typebox'
import { anyOf, can, signedIn } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import {
  Choice,
  Day,
  Fields,
  Id,
  IdsOrNone,
  listFields,
  Moment,
  Nullable,
  OneLine,
  Required,
  Text,
} from '#contract/fields.ts'

export const audiences = ['everybody', 'roles', 'departments'] as const
export type Audience = (typeof audiences)[number]
export const announcementStates = ['draft', 'launched', 'takenDown'] as const
export type AnnouncementState = (typeof announcementStates)[number]

export const audienceLabels: Readonly<Record<Audience, string>> = {
  everybody: '全体员工',
  roles: '指定角色',
  departments: '指定部门',
}
export const announcementStateLabels: Readonly<Record<AnnouncementState, string>> = {
  draft: '草稿',
  launched: '已发布',
  takenDown: '已下架',
}

const root = '/api/backend/system/announcement'

const AnnouncementFields = {
  title: OneLine(Required('标题', 100)),
  body: Required('内容', 5_000),
  audience: Choice('接收范围', audienceLabels),
  /** Roles or departments; empty for everybody. A department includes everything below it. */
  targetIds: IdsOrNone('接收对象', 200),
  isPinned: Type.Boolean({ title: '置顶' }),
  endsOn: Nullable(Day('展示截止日期')),
}

const AnnouncementForm = Fields(AnnouncementFields)
export type AnnouncementForm = Static<typeof AnnouncementForm>

const AnnouncementQuery = Fields({
  ...listFields(['updatedAt', 'launchedAt']),
  title: Type.Optional(Text('标题', 100)),
  state: Type.Optional(Choice('状态', announcementStateLabels)),
})
export type AnnouncementQuery = Static<typeof AnnouncementQuery>

const AnnouncementRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  title: Type.String({ title: '标题' }),
  audience: Choice('接收范围', audienceLabels),
  targetNames: Type.Array(Type.String()),
  isPinned: Type.Boolean({ title: '置顶' }),
  endsOn: Nullable(Type.String({ title: '展示至' })),
  state: Choice('状态', announcementStateLabels),
  authorName: Type.String({ title: '作者' }),
  updatedAt: Moment('更新时间'),
  launchedAt: Nullable(Moment('发布时间')),
  readCount: Type.Integer({ title: '已读人数', description: 'people who have read it' }),
})
export type AnnouncementRow = Static<typeof AnnouncementRow>

const AnnouncementDetail = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  ...AnnouncementFields,
  endsOn: Nullable(Type.String()),
  targetIds: Type.Array(Type.String()),
  state: Choice('状态', announcementStateLabels),
})
export type AnnouncementDetail = Static<typeof AnnouncementDetail>

export const queryAnnouncements = readCall('公告列表', `${root}/page`, can('announcement', 'view'), {
  body: AnnouncementQuery,
  data: Paged(AnnouncementRow),
})

export const announcementDetails = can('announcement', 'details')

/** To be read, or to be edited. */
export const getAnnouncement = readCall(
  '公告详情',
  `${root}/get`,
  anyOf(announcementDetails, can('announcement', 'edit')),
  { body: Fields({ id: Id('公告') }), data: AnnouncementDetail },
)

const saved = Type.Object({ id: Type.String() })

export const addAnnouncement = writeCall('新增公告', `${root}/add`, can('announcement', 'add'), {
  body: AnnouncementForm,
  data: saved,
})

/** A shown one must be taken down first, so that a text does not change while people read it. */
export const editAnnouncement = writeCall('编辑公告', `${root}/edit`, can('announcement', 'edit'), {
  body: Fields({ id: Id('公告'), version: Type.Integer({ title: '版本', minimum: 1 }), ...AnnouncementFields }),
  data: saved,
})

const one = Fields({ id: Id('公告') })

export const launchAnnouncement = writeCall('发布公告', `${root}/launch`, can('announcement', 'launch'), {
  body: one,
  data: Type.Object({ receivers: Type.Integer({ description: 'people who were told' }) }),
})

export const takeDownAnnouncement = writeCall('下架公告', `${root}/takeDown`, can('announcement', 'takeDown'), {
  body: one,
})

export const removeAnnouncement = writeCall('删除公告', `${root}/remove`, can('announcement', 'delete'), { body: one })

const ReaderQuery = Fields({
  ...listFields(['readAt', 'realName']),
  id: Id('公告'),
  isRead: Type.Optional(Type.Boolean({ title: '已读' })),
})
export type ReaderQuery = Static<typeof ReaderQuery>

const Reader = Type.Object({
  id: Type.String(),
  userName: Type.String(),
  realName: Type.String(),
  deptName: Type.String(),
  readAt: Nullable(Type.String()),
})
export type Reader = Static<typeof Reader>

/** The audience as it is now, each with the moment of reading. */
export const queryReaders = readCall('公告阅读情况', `${root}/readers`, can('announcement', 'count'), {
  body: ReaderQuery,
  data: Paged(Reader),
})

const OwnAnnouncement = Type.Object({
  id: Type.String(),
  title: Type.String(),
  body: Type.String(),
  isPinned: Type.Boolean(),
  authorName: Type.String(),
  launchedAt: Type.String(),
  isRead: Type.Boolean(),
})
export type OwnAnnouncement = Static<typeof OwnAnnouncement>

/** The announcements shown to the person, pinned ones first, at most 50. */
export const getOwnAnnouncements = getCall('我的公告', `${root}/own`, signedIn, { data: Type.Array(OwnAnnouncement) })

export const readAnnouncement = writeCall('公告标记为已读', `${root}/read`, signedIn, { body: one })
