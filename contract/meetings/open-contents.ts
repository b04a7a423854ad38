// Open API: what a meeting's page shows beside the meeting itself.
import { Type } from 'typebox'
import { apiKey } from '#contract/access.ts'
import { getCall } from '#contract/endpoint.ts'
import { Fields, Id, Nullable } from '#contract/fields.ts'
import { MeetingChannel } from './meetings.ts'

const OpenImage = Type.Object({
  id: Type.String(),
  fileId: Type.String(),
  url: Type.String({ description: 'for 12 h: a site keeps its own copy' }),
  title: Type.String({ description: 'title of a carousel entry; alternative text of a picture' }),
  caption: Type.String(),
  link: Type.String({ description: 'http(s), or empty' }),
})

const OpenCarousel = Type.Object({
  ...OpenImage.properties,
  fileEnId: Nullable(Type.String()),
  urlEn: Type.String({ description: 'for readers of English, for 12 h; empty: the other one serves both' }),
  channels: Type.Array(Type.String(), { description: 'where it is shown; none: in all channels of the meeting' }),
})

const OpenPaper = Type.Object({
  fileId: Type.String(),
  name: Type.String({ description: 'of the file' }),
  size: Type.Integer({ description: 'bytes' }),
  url: Type.String({ description: 'for 12 h: a site keeps its own copy' }),
})

/** Of a published meeting; 20404 for others. */
export const readMeetingContents = getCall(
  '读取会议的新闻、轮播图、图片和资料（开放接口）',
  '/api/open/meetings/contents',
  apiKey('meetings'),
  {
    query: Fields({
      id: Id('会议'),
      /** Of the carousel what this channel shows; without it everything. */
      channel: Type.Optional(MeetingChannel),
    }),
    data: Type.Object({
      news: Type.Array(
        Type.Object({
          id: Type.String(),
          title: Type.String(),
          source: Type.String(),
          day: Type.String(),
          coverId: Nullable(Type.String()),
          coverUrl: Type.String({ description: 'empty without a cover' }),
          html: Type.String({
            description: 'sanitised; pictures name a file in data-file-id, and link to it for 12 h',
          }),
          publishedAt: Type.String(),
        }),
        { description: 'published, newest day first' },
      ),
      carousel: Type.Array(OpenCarousel, { description: 'shown today, in their order' }),
      pictures: Type.Array(OpenImage, { description: 'shown today, in their order' }),
      papers: Type.Array(OpenPaper, { description: 'slides, lists and reports' }),
    }),
  },
)
