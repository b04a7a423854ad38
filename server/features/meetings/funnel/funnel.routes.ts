// What became of a meeting's guests, over HTTP.
import { getMeetingFunnel, queryMeetingGuests } from '#contract/meetings/funnel.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { serve } from '#server/core/http/serve.ts'
import { seatsOf } from '../sign-ups/seats.queries.ts'
import { viewerOf } from '../sign-ups/sign-ups.rules.ts'
import { funnelOf, listGuests } from './funnel.queries.ts'

export const routes = [
  serve(getMeetingFunnel, async ({ body: { meetingId }, db, actor }) => {
    await seatsOf(db, meetingId)
    return funnelOf(db, viewerOf(actor), meetingId)
  }),

  serve(queryMeetingGuests, async ({ body, db, actor }) => {
    await seatsOf(db, body.meetingId)
    return listGuests(db, body, scopeValues(viewerOf(actor)))
  }),
]
