// Earlier editions of a meeting over HTTP.
import { getMeetingEditions, searchEarlierMeetings, setPreviousMeeting } from '#contract/meetings/meetings.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import type { Executor } from '#server/db/connection.ts'
import { setPrevious } from './meetings.acts.ts'
import { earlierMeetings, editionsBefore, findMeeting } from './meetings.queries.ts'

async function editionsOf(db: Executor, id: string) {
  const meeting = orNotFound(await findMeeting(db, id))
  return { ...meeting, editions: await editionsBefore(db, id) }
}

export const routes = [
  serve(getMeetingEditions, ({ query: { id }, db }) => editionsOf(db, id)),
  serve(searchEarlierMeetings, async ({ body: { id, text = '' }, db }) => {
    const { startsOn } = orNotFound(await findMeeting(db, id))
    return earlierMeetings(db, id, startsOn, text)
  }),
  serveAct(setPreviousMeeting, ({ body, ...act }) => setPrevious(act, body, ({ id }) => editionsOf(act.tx, id))),
]
