// News, carousel and pictures of the demo company's meetings.
import { asc, inArray, ne } from 'drizzle-orm'
import { htmlOf } from '#contract/articles/body.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { addDays } from '#contract/days.ts'
import type { Config } from '#server/config.ts'
import { keepFile, type StagedFile, stageFile } from '#server/core/files/files.ts'
import { encodePng } from '#server/core/files/png.ts'
import { SORT_STEP } from '#server/core/rows/order.rules.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { fileUses } from '../../schema/core/files.ts'
import { meetingImages, meetingNews } from '../../schema/meeting-contents.ts'
import { meetings } from '../../schema/meetings.ts'
import { users } from '../../schema/organisation.ts'
import { carousel, news, pictures } from './contents-texts.ts'

const [WIDTH, HEIGHT] = [480, 270]

/** Floor, stage and screen in one hue, so that pictures differ at a glance. */
function drawStage(hue: readonly [number, number, number]): Buffer {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const isScreen = x > 110 && x < 370 && y > 45 && y < 165
      const isFloor = y > 205
      const light = isScreen ? 1 : isFloor ? 0.35 : 0.55 + (y / HEIGHT) * 0.2
      for (const [at, part] of hue.entries()) pixels[(y * WIDTH + x) * 3 + at] = Math.round(part * light)
    }
  }
  return encodePng(pixels, WIDTH, HEIGHT)
}

const hues = [
  [120, 170, 230],
  [130, 200, 170],
  [235, 190, 120],
  [200, 150, 210],
  [225, 140, 130],
  [150, 190, 200],
] as const

const bodyOf = (paragraphs: readonly string[]): BodyNode => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})

type Meeting = { id: string; name: string; startsOn: string; authorId: string }

/** Written by `writerId`; what is pending waits for the others with the right. */
function newsOf({ id, name, startsOn, authorId }: Meeting, isNewest: boolean, writerId: string) {
  return news
    .filter(({ state }) => isNewest || state === 'published')
    .map(({ title, source, state, opinion = '', paragraphs }, at): typeof meetingNews.$inferInsert => {
      const day = addDays(startsOn, -(at + 1) * 12)
      const body = bodyOf(paragraphs)
      const by = state === 'pending' ? writerId : authorId
      const wasPublished = state === 'published' || state === 'takenDown'
      return {
        meetingId: id,
        title: title.replace('{m}', name),
        source,
        day,
        body,
        html: htmlOf(body),
        state,
        opinion,
        authorId: by,
        editorId: by,
        publishedAt: wasPublished ? `${day}T10:00:00+08:00` : null,
      }
    })
}

async function addImages(tx: Tx, { id: meetingId, name, startsOn, authorId }: Meeting, staged: readonly StagedFile[]) {
  const rows = [
    ...carousel.map((each) => ({ ...each, kind: 'carousel' as const, caption: '' })),
    ...pictures.map((each) => ({ ...each, kind: 'picture' as const, link: '' })),
  ]
  for (const [at, { title, ...row }] of rows.entries()) {
    const file = await keepFile(tx, { ...(staged[at % staged.length] as StagedFile), ownerId: authorId })
    // the last entry of a carousel calls for sponsors until the meeting begins
    const showUntil = title === '赞助合作招募' ? startsOn : null
    const values = { ...row, meetingId, title: title.replace('{m}', name), fileId: file.id, showUntil }
    const english = at === 0 ? await keepFile(tx, { ...(staged[1] as StagedFile), ownerId: authorId }) : undefined
    const [image] = await tx
      .insert(meetingImages)
      .values({ ...values, fileEnId: english?.id ?? null, sort: (at + 1) * SORT_STEP })
      .returning({ id: meetingImages.id })
    const target = { targetType: 'meetingImage', targetId: image?.id ?? '' }
    await tx.insert(fileUses).values([file, ...(english ? [english] : [])].map(({ id }) => ({ ...target, fileId: id })))
  }
}

/** Adds nothing where there is some, and nothing to drafts. Pictures need storage, which `config` names. */
export async function addMeetingContents(tx: Tx, config: Config | undefined): Promise<void> {
  if (!(await isEmpty(tx, meetingNews))) return
  const found: Meeting[] = await tx
    .select({ id: meetings.id, name: meetings.name, startsOn: meetings.startsOn, authorId: meetings.authorId })
    .from(meetings)
    .where(ne(meetings.state, 'draft'))
    .orderBy(asc(meetings.startsOn), asc(meetings.id))
  if (found.length === 0) return
  const [admin] = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.userName, ['admin']))
  const newest = found.at(-1)
  const rows = found.flatMap((each) => newsOf(each, each === newest, admin?.id ?? each.authorId))
  await tx.insert(meetingNews).values(rows)
  if (!config) return
  const staged: StagedFile[] = []
  for (const [at, hue] of hues.entries()) {
    const made = { core: { config }, name: `会议现场 ${at + 1}.png`, source: drawStage(hue), purpose: 'image' } as const
    staged.push(await stageFile(tx, { ...made, ownerId: null }))
  }
  for (const meeting of found) await addImages(tx, meeting, staged)
}
