// Carousel and pictures of a meeting: alike but for their limits, and for how many are added at once.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Day, Fields, Id, Ids, Nullable, OneLine, Required, Text } from '#contract/fields.ts'
import { FileId, FileIds } from '#contract/files.ts'
import { IMAGES_MAX, type ImageKind, imageKindLabels } from './content-labels.ts'
import { ContentMeeting, ShownFile } from './meeting-news.ts'
import { MeetingChannel } from './meetings.ts'

const Link = Type.String({
  title: '链接',
  maxLength: 500,
  pattern: '^$|^https?://[^\\s/]+\\S*$',
  messages: { pattern: '链接应以 http:// 或 https:// 开头，不能有空格' },
})

const shownWhile = { showFrom: Nullable(Day('展示开始日期')), showUntil: Nullable(Day('展示结束日期')) }
const one = { id: Id('图片') }
const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

/** Most files that one call adds. */
export const FILES_AT_ONCE = 50

const ImageRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  file: ShownFile,
  fileEn: Nullable(ShownFile),
  channels: Type.Array(Type.String(), { description: 'of a carousel entry; none: all of the meeting’s' }),
  title: Type.String({ description: 'title of a carousel entry; alternative text of a picture' }),
  caption: Type.String(),
  link: Type.String(),
  showFrom: Nullable(Type.String()),
  showUntil: Nullable(Type.String()),
  isOn: Type.Boolean(),
  isShown: Type.Boolean({ description: 'on, and today is within its days' }),
})
export type ImageRow = Static<typeof ImageRow>

const ImageDetail = Type.Object({ ...ImageRow.properties, meeting: ContentMeeting })
export type ImageDetail = Static<typeof ImageDetail>

const callsOf = (kind: ImageKind) => {
  const noun = imageKindLabels[kind]
  const root = `/api/backend/meeting/${kind}` as const
  return {
    /** In their order. */
    list: readCall(`${noun}列表`, `${root}/list`, can('meeting', 'details'), {
      body: Fields({ meetingId: Id('会议') }),
      data: Type.Object({ meeting: ContentMeeting, rows: Type.Array(ImageRow) }),
    }),
    get: readCall(`${noun}（编辑用）`, `${root}/get`, anyOf(can('meeting', 'details'), can('meeting', 'edit')), {
      body: Fields(one),
      data: ImageDetail,
    }),
    remove: writeCall(`删除${noun}`, `${root}/remove`, can('meeting', 'delete'), {
      body: Fields({ ids: Ids('图片', IMAGES_MAX[kind]) }),
    }),
    /** The moved rows take, in their new order, the places that they held. */
    sort: writeCall(`${noun}排序`, `${root}/sort`, can('meeting', 'dragSort'), {
      body: Fields({ meetingId: Id('会议'), ids: Ids('图片', IMAGES_MAX[kind]) }),
    }),
  }
}

const versioned = { ...one, version: Type.Integer({ title: '版本', minimum: 1 }) }

const CarouselFields = {
  title: OneLine(Required('标题', 100)),
  fileId: FileId('image', '图片'),
  /** For readers of English. */
  fileEnId: Nullable(FileId('image', '英文图片')),
  /** None: wherever the meeting is shown. */
  channels: Type.Array(MeetingChannel, { title: '展示渠道', uniqueItems: true, maxItems: 20 }),
  link: Link,
  ...shownWhile,
  isOn: Type.Boolean({ title: '启用' }),
}

export const carouselCalls = {
  ...callsOf('carousel'),
  add: writeCall('新增轮播图', '/api/backend/meeting/carousel/add', can('meeting', 'add'), {
    body: Fields({ meetingId: Id('会议'), ...CarouselFields }),
    data: Saved,
  }),
  edit: writeCall('编辑轮播图', '/api/backend/meeting/carousel/edit', can('meeting', 'edit'), {
    body: Fields({ ...versioned, ...CarouselFields }),
    data: Saved,
  }),
}

export const pictureCalls = {
  ...callsOf('picture'),
  /** Uploaded pictures, in this order, behind those that are there; their alternative text is the file's name. */
  add: writeCall('新增会议图片', '/api/backend/meeting/picture/add', can('meeting', 'add'), {
    body: Fields({ meetingId: Id('会议'), fileIds: FileIds('image', '图片', FILES_AT_ONCE) }),
    data: Type.Object({ ids: Type.Array(Type.String()) }),
  }),
  edit: writeCall('编辑会议图片', '/api/backend/meeting/picture/edit', can('meeting', 'edit'), {
    body: Fields({
      ...versioned,
      title: OneLine(Required('替代文字', 100)),
      /** Left out: the picture stays. */
      fileId: Type.Optional(FileId('image', '图片')),
      caption: Text('说明', 200),
      link: Link,
      ...shownWhile,
    }),
    data: Saved,
  }),
}
