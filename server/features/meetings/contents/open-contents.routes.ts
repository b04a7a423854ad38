// What sites read of a meeting's contents.
import { dayOf } from '#contract/days.ts'
import type { ImageKind } from '#contract/meetings/content-labels.ts'
import { readMeetingContents } from '#contract/meetings/open-contents.ts'
import { linkUserOfKey } from '#server/core/files/file-links.ts'
import { linkTo } from '#server/core/files/files.ts'
import { showRichText } from '#server/core/files/rich-text.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { isMeetingPublished, papersOf } from './contents.queries.ts'
import { imagesShownOn } from './meeting-images.queries.ts'
import { publishedNews } from './meeting-news.queries.ts'

export const routes = [
  serve(readMeetingContents, async ({ query: { id, channel }, db, core, apiKey }) => {
    if (!(await isMeetingPublished(db, id))) throw refuse('notFound')
    const reader = { id: linkUserOfKey(apiKey.id) }
    const today = dayOf(Date.now())
    const images = async (kind: ImageKind) =>
      (await imagesShownOn(db, kind, id, today)).map((row) => ({ ...row, url: linkTo(core, row.fileId, reader) }))
    return {
      news: (await publishedNews(db, id)).map((each) => ({
        ...each,
        coverUrl: each.coverId === null ? '' : linkTo(core, each.coverId, reader),
        html: showRichText(core, each.html, reader),
      })),
      carousel: (await images('carousel'))
        .filter(({ channels }) => channel === undefined || channels.length === 0 || channels.includes(channel))
        .map((row) => ({ ...row, urlEn: row.fileEnId === null ? '' : linkTo(core, row.fileEnId, reader) })),
      pictures: await images('picture'),
      papers: ((await papersOf(core, db, [id], reader)).get(id) ?? []).map((file) => ({ ...file, fileId: file.id })),
    }
  }),
]
