// Meetings over HTTP.
import type { FastifyRequest } from 'fastify'
import { htmlOf } from '#contract/articles/body.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import {
  addMeeting,
  cancelMeeting,
  copyMeeting,
  editMeeting,
  exportMeetings,
  getMeeting,
  launchMeetings,
  type MeetingDetail,
  queryMeetings,
  removeMeetings,
  restoreMeeting,
  takeDownMeetings,
} from '#contract/meetings/meetings.ts'
import { meetingPath } from '#contract/meetings/sign-up-codes.ts'
import { subProducts } from '#contract/sub-products.ts'
import type { Actor } from '#server/core/access/actors.ts'
import type { Core } from '#server/core/core.ts'
import { linkTo } from '#server/core/files/files.ts'
import { cleanRichText, showRichText } from '#server/core/files/rich-text.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { originOf } from '#server/core/http/public-pages.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { filesOfRow, serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Executor } from '#server/db/connection.ts'
import { agendaOf } from './agenda.queries.ts'
import { cancelMeetingRow, restoreMeetingRow } from './meeting-cancellations.acts.ts'
import { copyMeetingRow } from './meeting-copies.acts.ts'
import { addMeetingRow, editMeetingRow, launch, removeDrafts, takeDown } from './meetings.acts.ts'
import { findMeeting, listMeetings, picturesIn } from './meetings.queries.ts'
import { quotasOf } from './sign-ups/seats.queries.ts'

const htmlFor = (core: Core, body: BodyNode, reader: { id: string }): string =>
  showRichText(core, cleanRichText(htmlOf(body)).html, reader)

type Asking = { core: Core; actor: Actor; request: FastifyRequest }

async function detailOf({ core, actor, request }: Asking, db: Executor, id: string): Promise<MeetingDetail> {
  const { code, longitude, latitude, coverId, body, bodyEn, ...meeting } = orNotFound(await findMeeting(db, id))
  const [cover] = coverId === null ? [] : await picturesIn(db, [coverId])
  return {
    ...meeting,
    url: `${originOf(core, request)}${meetingPath(code)}`,
    agenda: await agendaOf(db, id),
    quotas: await quotasOf(db, id),
    place: longitude === null ? '' : `${longitude},${latitude}`,
    cover: cover ? { ...cover, url: linkTo(core, cover.id, actor) } : null,
    html: htmlFor(core, body, actor),
    htmlEn: bodyEn === null ? '' : htmlFor(core, bodyEn, actor),
  }
}

export const routes = [
  serve(queryMeetings, ({ body, db }) => listMeetings(db, body)),
  serve(getMeeting, ({ query: { id }, db, ...asking }) => detailOf(asking, db, id)),
  serveAct(addMeeting, ({ body, ...act }) => addMeetingRow(act, body)),
  serveAct(
    editMeeting,
    ({ body, ...act }) => editMeetingRow(act, body, ({ id }) => detailOf(act, act.tx, id)),
    filesOfRow('meeting'),
  ),
  serveAct(copyMeeting, ({ body, ...act }) => copyMeetingRow(act, body)),
  serveAct(launchMeetings, (act) => launch(act, act.body.ids, (plan) => confirmed(act.tx, act, plan))),
  serveAct(takeDownMeetings, ({ body: { ids }, ...act }) => takeDown(act, ids)),
  serveAct(cancelMeeting, (act) => cancelMeetingRow(act, act.body, (plan) => confirmed(act.tx, act, plan))),
  serveAct(restoreMeeting, ({ body: { id }, ...act }) => restoreMeetingRow(act, id)),
  serveAct(removeMeetings, ({ body: { ids }, ...act }) => removeDrafts(act, ids)),
]

const titles = new Map<string, string>(subProducts.map(({ key, title }) => [key, title]))

export const meetingsExport = declareExport(exportMeetings, {
  target: 'meeting',
  list: listMeetings,
  cells: {
    channels: ({ channels }) => channels.map((key) => titles.get(key) ?? key).join('、'),
  },
})
