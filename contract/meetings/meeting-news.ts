// News of a meeting: written, submitted, published by somebody else, taken down.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { Body } from '#contract/articles/body.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Day, Fields, Id, Nullable, OneLine, Required, Text } from '#contract/fields.ts'
import { FileId } from '#contract/files.ts'
import { newsStateLabels } from './content-labels.ts'

const root = '/api/backend/meeting/news'

const NewsFields = {
  title: OneLine(Required('标题', 100)),
  source: Text('来源', 100),
  day: Day('日期'),
  coverId: Nullable(FileId('image', '封面')),
  body: Body,
}

const one = { id: Id('会议新闻') }
const versioned = { ...one, version: Type.Integer({ title: '版本', minimum: 1 }) }
const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

/** The meeting that the contents belong to, for headings. */
export const ContentMeeting = Type.Object({ id: Type.String(), name: Type.String(), edition: Type.String() })

const NewsRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  title: Type.String(),
  day: Type.String(),
  state: Choice('状态', newsStateLabels),
  authorName: Type.String(),
  opinion: Type.String({ description: 'why a reviewer returned it' }),
  isOwn: Type.Boolean({ description: 'written or last edited by the caller, who may not publish it' }),
  publishedAt: Nullable(Type.String()),
  updatedAt: Type.String(),
})
export type NewsRow = Static<typeof NewsRow>

/** All news of a meeting, newest day first, at most NEWS_MAX. */
export const listMeetingNews = readCall('会议新闻列表', `${root}/list`, can('meeting', 'details'), {
  body: Fields({ meetingId: Id('会议') }),
  data: Type.Object({ meeting: ContentMeeting, rows: Type.Array(NewsRow) }),
})

/** A picture as upload fields show it; the link is for the caller, 12 h. */
export const ShownFile = Type.Object({
  id: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
  url: Type.String(),
})
export type ShownFile = Static<typeof ShownFile>

const NewsDetail = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  meeting: ContentMeeting,
  title: Type.String(),
  source: Type.String({ title: '来源' }),
  day: Day('日期'),
  cover: Nullable(ShownFile),
  body: Body,
  html: Type.String({ description: 'sanitised' }),
  state: Choice('状态', newsStateLabels),
  opinion: Type.String({ title: '退回原因' }),
})
export type NewsDetail = Static<typeof NewsDetail>

/** To be read before it is published, or to be edited. */
export const getMeetingNews = readCall(
  '会议新闻详情',
  `${root}/get`,
  anyOf(can('meeting', 'details'), can('meeting', 'edit')),
  { body: Fields(one), data: NewsDetail },
)

export const addMeetingNews = writeCall('新增会议新闻', `${root}/add`, can('meeting', 'add'), {
  body: Fields({ meetingId: Id('会议'), ...NewsFields }),
  data: Saved,
})

/** It is a draft again afterwards. Published news must be taken down first. */
export const editMeetingNews = writeCall('编辑会议新闻', `${root}/edit`, can('meeting', 'edit'), {
  body: Fields({ ...versioned, ...NewsFields }),
  data: Saved,
})

export const submitMeetingNews = writeCall('会议新闻提交审核', `${root}/submit`, can('meeting', 'edit'), {
  body: Fields(versioned),
  data: Saved,
})

/** Never one's own: refused for its author and for whoever edited it last. */
export const launchMeetingNews = writeCall('发布会议新闻', `${root}/launch`, can('meeting', 'launch'), {
  body: Fields(versioned),
  data: Saved,
})

/** Pending news becomes a draft again. */
export const returnMeetingNews = writeCall('退回会议新闻', `${root}/return`, can('meeting', 'launch'), {
  body: Fields({ ...versioned, opinion: Required('退回原因', 200) }),
  data: Saved,
})

export const takeDownMeetingNews = writeCall('下架会议新闻', `${root}/takeDown`, can('meeting', 'takeDown'), {
  body: Fields(versioned),
  data: Saved,
})

/** Drafts only. */
export const removeMeetingNews = writeCall('删除会议新闻', `${root}/remove`, can('meeting', 'delete'), {
  body: Fields(versioned),
})
