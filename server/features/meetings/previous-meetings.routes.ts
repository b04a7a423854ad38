// Earlier editions of a meeting over HTTP, and what is kept of each: pictures and papers.
import {
  EDITION_PICTURES_MAX,
  getMeetingEditions,
  searchEarlierMeetings,
  setPreviousMeeting,
} from '#contract/meetings/meetings.ts'
import type { Core } from '#server/core/core.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import type { Executor } from '#server/db/connection.ts'
import { papersOf, papersTarget } from './contents/contents.queries.ts'
import { firstPictures } from './contents/meeting-images.queries.ts'
import { setPrevious } from './meetings.acts.ts'
import { earlierMeetings, editionsBefore, findMeeting } from './meetings.queries.ts'

type Reader = { core: Core; db: Executor; actor: { id: string } }

async function editionsOf(reader: Reader, id: string) {
  const { core, db, actor } = reader
  const meeting = orNotFound(await findMeeting(db, id))
  const editions = await editionsBefore(db, id)
  const ids = [id, ...editions.map((edition) => edition.id)]
  const pictures = await firstPictures(reader, ids, EDITION_PICTURES_MAX)
  const papers = await papersOf(core, db, ids, actor)
  const withKept = <E extends { id: string }>(edition: E) => ({
    ...edition,
    pictures: (pictures.get(edition.id) ?? []).map(({ file }) => file),
    papers: papers.get(edition.id) ?? [],
  })
  return { ...withKept(meeting), editions: editions.map(withKept) }
}

export const routes = [
  serve(getMeetingEditions, ({ query: { id }, ...reader }) => editionsOf(reader, id)),
  serve(searchEarlierMeetings, async ({ body: { id, text = '' }, db }) => {
    const { startsOn } = orNotFound(await findMeeting(db, id))
    return earlierMeetings(db, id, startsOn, text)
  }),
  serveAct(
    setPreviousMeeting,
    ({ body, ...act }) => setPrevious(act, body, ({ id }) => editionsOf({ ...act, db: act.tx }, id)),
    { filesOf: ({ body: { id } }) => [papersTarget(id)] },
  ),
]
